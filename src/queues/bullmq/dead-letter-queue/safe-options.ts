import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';

/** Options of a job that say how it runs. What tells where or when it came from (repeat, parent, delay, jobId, deduplication) is over. */
export interface SafeOptions {
  readonly attempts?: number;
  readonly backoff?: Json;
  readonly priority?: number;
  readonly lifo?: boolean;
  readonly removeOnComplete?: Json;
  readonly removeOnFail?: Json;
}

const MOST_ATTEMPTS = 2 ** 31 - 1;
const MOST_PRIORITY = 2_097_152;

/** Those of a job's former options that are well-formed and safe to give to a new job of the same work. */
export function safeOptions(options: JsonObject): SafeOptions {
  const { attempts, priority, lifo } = options;
  const backoff = toBackoff(options['backoff']);
  return {
    ...(isWhole(attempts, 1, MOST_ATTEMPTS) ? { attempts } : {}),
    ...(backoff === undefined ? {} : { backoff }),
    ...(isWhole(priority, 1, MOST_PRIORITY) ? { priority } : {}),
    ...(lifo === true ? { lifo } : {}),
    ...kept(options, 'removeOnComplete'),
    ...kept(options, 'removeOnFail'),
  };
}

/** BullMQ stores a delay alone as a fixed backoff. */
function toBackoff(value: Json | undefined): Json | undefined {
  if (isWhole(value, 1, Number.MAX_SAFE_INTEGER)) return { type: 'fixed', delay: value };
  return isJsonObject(value) && typeof value['type'] === 'string' ? value : undefined;
}

function kept(options: JsonObject, name: 'removeOnComplete' | 'removeOnFail'): Partial<Record<typeof name, Json>> {
  const value = options[name];
  if (value === true || isWhole(value, 0, Number.MAX_SAFE_INTEGER)) return { [name]: value };
  const isLimit = isJsonObject(value) && Object.keys(value).length > 0 && Object.values(value).every((limit) => isWhole(limit, 0, Number.MAX_SAFE_INTEGER));
  return isLimit ? { [name]: value } : {};
}

function isWhole(value: Json | undefined, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}
