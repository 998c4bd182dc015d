import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { z } from 'zod';

import { systemClock } from '../../src/core/clock.ts';
import type { JobType } from '../../src/core/job-type.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { readSchema } from '../../src/schema/read-schema.ts';
import { jsonSchemaOf } from './json-schema-of.ts';
import type { Member, Shape } from './member.ts';
import { zodSchemaOf } from './zod-schema-of.ts';

/** A job type with everything that the contestants need, each thing compiled once. */
export interface JobHouse {
  readonly shape: Shape;
  readonly jobType: JobType;
  /** The schema as it is, by Ajv. */
  readonly strict: ValidateFunction;
  /** The same with `coerceTypes`, `useDefaults` and `removeAdditional`. */
  readonly coercing: ValidateFunction;
  readonly strictZod: z.ZodType;
  readonly coercingZod: z.ZodType;
  /** True where the application validates with Zod, false where it does with JSON Schema. */
  readonly speaksZod: boolean;
}

const strictAjv = new Ajv2020({ allErrors: true, strict: false });
const coercingAjv = new Ajv2020({ allErrors: true, strict: false, coerceTypes: true, useDefaults: true, removeAdditional: true });
formats.default(strictAjv);
formats.default(coercingAjv);

/** Opens a job type. Half of them are Zod schemas, the others JSON Schemas. */
export async function openJobHouse(shape: Shape, speaksZod: boolean): Promise<JobHouse> {
  const jsonSchema = jsonSchemaOf(shape.root);
  const strictZod = zodSchemaOf(shape.root, false);
  const schema = await readSchema(speaksZod ? strictZod : jsonSchema, { where: 'bench', timeLimit: 5000, clock: systemClock });
  const places = placesOf(shape.root, '');
  const synonyms = Object.fromEntries(places.flatMap(([place, { synonyms: words = {} }]) => {
    const meanings = Object.entries(words).map(([value, word]) => [word, value] as const);
    return meanings.length === 0 ? [] : [[place, Object.fromEntries(meanings)] as const];
  }));
  const protect = shape.listsProtected ? places.filter(([, member]) => member.protected).map(([place]) => place) : [];
  const jobType: JobType = { schema, effects: 'database', protect, freeText: [], tidy: [], fill: {}, synonyms, revision: '1' };
  return { shape, jobType, strict: compiled(strictAjv, jsonSchema), coercing: compiled(coercingAjv, jsonSchema), strictZod, coercingZod: zodSchemaOf(shape.root, true), speaksZod };
}

function compiled(ajv: Ajv2020, schema: JsonObject): ValidateFunction {
  return ajv.compile(structuredClone(schema));
}

/** Every member with its pattern. */
function placesOf({ members = [] }: Member, prefix: string): readonly (readonly [place: string, member: Member])[] {
  return members.flatMap((member) => {
    const place = `${prefix}/${member.key}`;
    return [[place, member] as const, ...placesOf(member, member.kind === 'list' ? `${place}/[*]` : place)];
  });
}
