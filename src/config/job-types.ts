import type { Clock } from '../core/clock.ts';
import { configError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import type { JobType } from '../core/job-type.ts';
import type { AnyJobTypeOptions, JobTypeOptions } from '../core/job-type-options.ts';
import type { Json } from '../core/json.ts';
import { isSafePointer } from '../core/json-pointer.ts';
import type { PayloadSchema } from '../core/payload-schema.ts';
import type { Policy } from '../core/policy.ts';
import type { QueueDefinition } from '../queues/contract.ts';
import { readSchema } from '../schema/read-schema.ts';

const EFFECTS: ReadonlySet<unknown> = new Set(['none', 'database', 'external']);
const KEYS: ReadonlySet<string> = new Set([
  'schema', 'idempotencyKey', 'fulfilled', 'fulfilledMany', 'effects', 'protect', 'freeText', 'tidy', 'fill', 'source',
]);

/** Looks up the job type of a letter; a name that is not configured has a type without schema and hooks. */
export type JobTypeOf = (queue: string, name: string) => JobType;

/** Reads the job types of all queues. Rejects with `MENDQ_E_CONFIG` where one can't be used. */
export async function readJobTypes(queues: readonly QueueDefinition[], policy: Policy, clock: Clock): Promise<JobTypeOf> {
  const types = new Map<string, JobType>();
  for (const queue of queues) {
    for (const [name, options] of Object.entries(queue.jobs)) {
      types.set(`${queue.name}\0${name}`, await readJobType(options, `queue ${queue.name}, job ${name}`, policy, clock));
    }
  }
  const unlisted = toJobType({}, undefined, policy);
  return (queue, name) => types.get(`${queue}\0${name}`) ?? types.get(`${queue}\0*`) ?? unlisted;
}

async function readJobType(options: AnyJobTypeOptions, where: string, policy: Policy, clock: Clock): Promise<JobType> {
  checkOptions(options, where);
  const schema = options.schema === undefined ? undefined : await readSchema(options.schema, { where, timeLimit: policy.hookTimeout, clock });
  return toJobType(options, schema, policy);
}

function toJobType(options: AnyJobTypeOptions, schema: PayloadSchema | undefined, policy: Policy): JobType {
  // The hooks' payload type is the user's own; it has been checked by the user's own schema before it matters.
  const hooks = options as unknown as JobTypeOptions<unknown, Json>;
  const { idempotencyKey, fulfilled, fulfilledMany, source } = hooks;
  const plain = {
    effects: options.effects ?? 'external',
    protect: options.protect ?? [],
    freeText: options.freeText ?? [],
    tidy: options.tidy ?? [],
    fill: options.fill ?? {},
  } as const;
  return {
    ...plain,
    ...(schema === undefined ? {} : { schema }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(fulfilled === undefined ? {} : { fulfilled }),
    ...(fulfilledMany === undefined ? {} : { fulfilledMany }),
    ...(source === undefined ? {} : { source }),
    revision: revisionOf([plain, schema?.kind, schema?.jsonSchema, policy.errors], [idempotencyKey, fulfilled, fulfilledMany]),
  };
}

/** Equal for equal configurations, also after a restart: plain values by content, hooks by their source text. */
function revisionOf(values: readonly unknown[], hooks: readonly unknown[]): string {
  return sha256(JSON.stringify(values), ...hooks.map(String)).slice(0, 16);
}

function checkOptions(options: AnyJobTypeOptions, where: string): void {
  const record = options as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(record)) if (!KEYS.has(key)) throw configError(`${where}, ${key}`, 'there is no such setting', `Known: ${[...KEYS].join(', ')}.`);
  for (const key of ['idempotencyKey', 'fulfilled', 'fulfilledMany', 'source']) {
    if (record[key] !== undefined && typeof record[key] !== 'function') throw configError(`${where}, ${key}`, 'it is not a function', 'See the guide on job types.');
  }
  if (record['effects'] !== undefined && !EFFECTS.has(record['effects'])) {
    throw configError(`${where}, effects`, `${JSON.stringify(record['effects'])} is unknown`, `Use one of: ${[...EFFECTS].join(', ')}.`);
  }
  const pointers = [...(options.protect ?? []), ...(options.freeText ?? []), ...(options.tidy ?? []), ...Object.keys(options.fill ?? {})];
  for (const pointer of pointers) {
    if (typeof pointer !== 'string' || !pointer.startsWith('/') || !isSafePointer(pointer)) {
      throw configError(where, `${JSON.stringify(pointer)} is not a JSON Pointer`, 'Write for example "/options/notifyEmail" or "/items/[*]/price".');
    }
  }
}
