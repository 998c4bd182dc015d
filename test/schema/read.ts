import { systemClock } from '../../src/core/clock.ts';
import type { SchemaInput } from '../../src/core/job-type-options.ts';
import type { Json } from '../../src/core/json.ts';
import type { PayloadSchema } from '../../src/core/payload-schema.ts';
import { readSchema } from '../../src/schema/read-schema.ts';

/** Reads a schema with the clock of the machine. */
export function read(schema: SchemaInput, timeLimit = 1000): Promise<PayloadSchema> {
  return readSchema(schema, { where: 'queue invoices, job parse-invoice', timeLimit, clock: systemClock });
}

/** The issues that a schema finds, each as `pointer code expected received`. */
export async function issuesOf(schema: SchemaInput, payload: Json): Promise<readonly string[]> {
  const validation = await (await read(schema)).validate(payload);
  return validation.valid ? [] : validation.issues.map(({ pointer, code, expected, received }) => `${pointer} ${code} ${expected} ${received}`);
}
