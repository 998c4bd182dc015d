import type { Clock } from '../core/clock.ts';
import { sha256 } from '../core/hash.ts';
import type { JobType } from '../core/job-type.ts';
import type { AnyJobTypeOptions, JobTypeOptions } from '../core/job-type-options.ts';
import type { Json } from '../core/json.ts';
import type { PayloadSchema } from '../core/payload-schema.ts';
import type { Policy } from '../core/policy.ts';
import type { QueueDefinition } from '../queues/contract.ts';
import { readSchema } from '../schema/read-schema.ts';
import { checkJobType } from './check-job-type.ts';
import { byElementPattern, elementPattern } from './element-patterns.ts';

/** Looks up the job type of a letter; a name that is not configured has a type without schema and hooks. */
export type JobTypeOf = (queue: string, name: string) => JobType;

/** What of a queue's definition names its job types. */
export type JobDefinitions = Pick<QueueDefinition, 'name' | 'jobs' | 'matches'>;

/**
 * Reads the job types of all queues. Packages that schemas need are found from `directory`. Rejects with `MENDQ_E_CONFIG`
 * where one can't be used.
 */
export async function readJobTypes(queues: readonly JobDefinitions[], policy: Policy, clock: Clock, directory = process.cwd()): Promise<JobTypeOf> {
  const types = new Map<string, JobType>();
  for (const queue of queues) {
    for (const [name, options] of Object.entries(queue.jobs)) {
      types.set(`${queue.name}\0${name}`, await readJobType(options, `queue ${queue.name}, job ${name}`, policy, { clock, directory }));
    }
  }
  const unlisted = toJobType({}, undefined, policy);
  const definitionOf = definitionFinder(queues);
  return (queue, name) => {
    const definition = definitionOf(queue);
    return types.get(`${definition}\0${name}`) ?? types.get(`${definition}\0*`) ?? unlisted;
  };
}

/** Finds the name of the definition that a queue belongs to: its own, else the first pattern that it fits. */
function definitionFinder(queues: readonly JobDefinitions[]): (queue: string) => string {
  const found = new Map(queues.map(({ name }) => [name, name]));
  return (queue) => {
    const known = found.get(queue);
    if (known !== undefined) return known;
    const name = queues.find(({ matches }) => matches?.(queue) === true)?.name ?? queue;
    found.set(queue, name);
    return name;
  };
}

async function readJobType(options: AnyJobTypeOptions, where: string, policy: Policy, found: { readonly clock: Clock; readonly directory: string }): Promise<JobType> {
  checkJobType(options, where);
  const schema = options.schema === undefined ? undefined : await readSchema(options.schema, { where, timeLimit: policy.hookTimeout, ...found });
  return toJobType(options, schema, policy);
}

function toJobType(options: AnyJobTypeOptions, schema: PayloadSchema | undefined, policy: Policy): JobType {
  // The hooks' payload type is the user's own; it has been checked by the user's own schema before it matters.
  const { schema: _, ...given } = options as unknown as JobTypeOptions<unknown, Json>;
  const type = { effects: 'external' as const, ...given, ...placesOf(given), ...(schema === undefined ? {} : { schema }) };
  const { effects, protect, freeText, tidy, fill, aliases, synonyms, locales, protectNames, idempotencyKey, fulfilled, fulfilledMany } = type;
  const values = [effects, protect, freeText, tidy, fill, aliases, synonyms, locales, protectNames, schema?.kind, schema?.jsonSchema, policy.errors];
  return { ...type, revision: revisionOf(values, [idempotencyKey, fulfilled, fulfilledMany]) };
}

type Places = Pick<JobType, 'protect' | 'freeText' | 'tidy' | 'showToModel' | 'fill' | 'aliases' | 'synonyms' | 'locales' | 'protectNames'>;

function placesOf({ protect = [], freeText = [], tidy = [], showToModel, fill = {}, aliases, synonyms, locales, protectNames }: JobTypeOptions<unknown, Json>): Places {
  const listed = (names: readonly string[] | undefined): readonly string[] => (names ?? []).map(elementPattern);
  return {
    protect: listed(protect),
    freeText: listed(freeText),
    tidy: listed(tidy),
    ...(showToModel && { showToModel: listed(showToModel) }),
    fill: byElementPattern(fill),
    ...(aliases && { aliases: byElementPattern(Object.fromEntries(Object.entries(aliases).map(([place, others]) => [place, others.map(elementPattern)]))) }),
    ...(synonyms && { synonyms: byElementPattern(synonyms) }),
    ...(locales && { locales: byElementPattern(locales) }),
    ...(protectNames && { protectNames: { also: listed(protectNames.also), except: listed(protectNames.except) } }),
  };
}

/** Equal for equal configurations, also after a restart: plain values by content, hooks by their source text. */
function revisionOf(values: readonly unknown[], hooks: readonly unknown[]): string {
  return sha256(JSON.stringify(values), ...hooks.map(String)).slice(0, 16);
}
