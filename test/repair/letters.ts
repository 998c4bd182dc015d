import { systemClock } from '../../src/core/clock.ts';
import type { RefusedText, RefusedValue } from '../../src/core/diagnosis.ts';
import type { InspectedLetter } from '../../src/core/inspected-letter.ts';
import type { JobType } from '../../src/core/job-type.ts';
import type { SchemaInput } from '../../src/core/job-type-options.ts';
import type { Json } from '../../src/core/json.ts';
import type { Remedy } from '../../src/core/remedy.ts';
import type { PayloadSchema } from '../../src/core/payload-schema.ts';
import { repair, type RepairRequest, type RepairResult } from '../../src/repair/repair.ts';
import { readSchema } from '../../src/schema/read-schema.ts';

/** What a test says of a letter; the rest is ordinary. */
export interface LetterSketch extends Partial<Pick<JobType, 'protect' | 'freeText' | 'tidy' | 'fill' | 'aliases' | 'synonyms' | 'locales' | 'protectNames'>> {
  readonly schema?: SchemaInput;
  readonly refusedText?: RefusedText;
  readonly refusedValue?: RefusedValue;
  /** The body as it is, where it differs from what JSON.stringify gives. */
  readonly text?: string;
  readonly message?: string;
  readonly shape?: string;
}

const compiled = new Map<string, Promise<PayloadSchema>>();

/** Reads a schema; a JSON Schema that was read before is not compiled again. */
export function readTestSchema(schema: SchemaInput): Promise<PayloadSchema> {
  const key = '~standard' in schema || '_def' in schema || 'dto' in schema ? undefined : JSON.stringify(schema);
  const known = key === undefined ? undefined : compiled.get(key);
  const read = known ?? readSchema(schema, { where: 'job test', timeLimit: 1000, clock: systemClock });
  if (key !== undefined) compiled.set(key, read);
  return read;
}

export async function jobTypeOf({ schema, protect = [], freeText = [], tidy = [], fill = {}, ...sketch }: LetterSketch): Promise<JobType> {
  const payloadSchema = schema === undefined ? undefined : await readTestSchema(schema);
  const { aliases, synonyms, locales, protectNames } = sketch;
  return {
    effects: 'none', protect, freeText, tidy, fill, revision: '1', ...(payloadSchema && { schema: payloadSchema }),
    ...(aliases && { aliases }), ...(synonyms && { synonyms }), ...(locales && { locales }), ...(protectNames !== undefined && { protectNames }),
  };
}

/** A letter as inspect would hand it over. */
export async function requestOf(payload: Json, sketch: LetterSketch): Promise<RepairRequest> {
  const jobType = await jobTypeOf(sketch);
  const validation = await jobType.schema?.validate(payload);
  const text = sketch.text ?? JSON.stringify(payload);
  const letter: InspectedLetter = {
    letter: {
      id: 'letter_1', queue: 'q', broker: 'memory', messageId: '1', epoch: '1', name: 'test', body: new TextEncoder().encode(text), payload,
      headers: {}, failure: { reason: '', stack: [], at: new Date(0) }, attempts: 5, enqueuedAt: new Date(0), round: 0,
    },
    jobType,
    failure: { errorClass: '', message: sketch.message ?? '', template: '', ownFrames: [], causes: [], details: {}, library: 'unknown' },
    schemaCheck: validation === undefined ? { kind: 'unchecked', why: 'the job type has no schema' } : validation.valid ? { kind: 'valid' } : { kind: 'invalid', issues: validation.issues },
    signatures: { failure: 's1:f', shape: sketch.shape ?? 's1:f1' },
  };
  const { refusedText, refusedValue } = sketch;
  return { letter, diagnosis: { cause: 'malformed', rule: 'test', why: 'test', evidence: [], confidence: 'certain', ...(refusedText && { refusedText }), ...(refusedValue && { refusedValue }) } };
}

/** Repairs one letter. */
export async function repaired(payload: Json, sketch: LetterSketch, remedies: readonly Remedy[] = []): Promise<RepairResult> {
  const [result] = await repair([await requestOf(payload, sketch)], { remedies: new Map(remedies.map((remedy) => [remedy.signature, remedy])) });
  if (result === undefined) throw new Error('a request got no result');
  return result;
}

/** The repaired payload, or why there is none. */
export async function outcomeOf(payload: Json, sketch: LetterSketch): Promise<Json> {
  const result = await repaired(payload, sketch);
  return result.kind === 'repaired' ? result.payload : `abstained: ${result.why}`;
}
