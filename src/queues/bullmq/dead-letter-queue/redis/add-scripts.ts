import type { LoadedBullmq } from '../../load-bullmq.ts';
import { messageOf } from '../../../../core/errors.ts';
import { wrongVersion } from '../../broker-error.ts';
import { captureBullmq, type ScriptCall } from '../../redis/capture-script.ts';
import type { SafeOptions } from '../safe-options.ts';

/** A job that has to be added to the main queue. */
export interface NewJob {
  readonly id: string;
  readonly name: string;
  readonly data: Buffer;
  readonly options: SafeOptions;
  /** Milliseconds. */
  readonly timestamp: number;
}

/** The loaded bullmq's own way to add a job, plain or with a priority. */
export interface AddScripts {
  readonly standard: Pick<ScriptCall, 'lua' | 'keys'>;
  readonly prioritized: Pick<ScriptCall, 'lua' | 'keys'>;
  /** True where jobs of a paused queue lie in a list of their own (release 5). */
  readonly hasPausedList: boolean;
  /** The arguments for one job: BullMQ's packed ones, the data, the packed options. */
  argumentsFor(job: NewJob): Promise<readonly (string | Buffer)[]>;
}

const HINT = 'Install a bullmq that mendq knows: 5.66.0 or later, or 6.2.0 or later.';

/** Reads and checks the scripts. Rejects with `MENDQ_E_BROKER_VERSION` where mendq does not understand them. */
export async function addScripts(loaded: LoadedBullmq, queue: string, prefix: string): Promise<AddScripts> {
  try {
    const { capture } = captureBullmq(loaded.exports, queue, prefix);
    const call = async ({ id, name, data, options, timestamp }: NewJob): Promise<ScriptCall> => {
      // Release 6 takes the job with its options, release 5 takes them apart.
      const job = { name, data, opts: options, timestamp };
      return isReleaseSix(loaded) ? capture(['addJobToTransaction'], {}, job, id, {}) : capture(['addJob'], {}, job, options, id, {});
    };
    const sample = { id: 'a', name: 'b', data: Buffer.from('{}'), timestamp: 1 };
    const standard = await call({ ...sample, options: {} });
    const prioritized = await call({ ...sample, options: { priority: 1 } });
    assertAdd(standard, 'wait', `${prefix}:${queue}:`);
    assertAdd(prioritized, 'prioritized', `${prefix}:${queue}:`);
    return { standard, prioritized, hasPausedList: standard.lua.includes('getTargetQueueList'), argumentsFor: async (job) => (await call(job)).values };
  } catch (error) {
    throw wrongVersion(queue, `mendq does not understand the loaded bullmq (from ${loaded.from}): ${messageOf(error)}`, HINT, { from: loaded.from });
  }
}

function isReleaseSix({ exports }: LoadedBullmq): boolean {
  const backend = exports['RedisQueueBackend'];
  return typeof backend === 'function' && typeof (backend.prototype as Readonly<Record<string, unknown>>)['addJobToTransaction'] === 'function';
}

/** 9 keys and 3 arguments, the data in the middle, in every release so far. Anything else nobody here has read. */
function assertAdd({ keys, values, lua }: ScriptCall, target: string, base: string): void {
  const isKnown = keys.length === 9 && values.length === 3 && [target, 'meta', 'id', 'events'].every((name) => keys.includes(base + name))
    && Buffer.isBuffer(values[0]) && String(values[1]) === '{}' && Buffer.isBuffer(values[2])
    && ['cmsgpack.unpack(ARGV[1])', '"HMSET", jobIdKey', 'handleDuplicatedJob'].every((part) => lua.includes(part)) && !lua.startsWith('#!');
  if (!isKnown) throw new Error('it adds jobs in another way');
}
