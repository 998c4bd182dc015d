import { messageOf } from '../../../core/errors.ts';
import { wrongVersion } from '../broker-error.ts';
import type { LoadedBullmq } from '../load-bullmq.ts';
import { captureBullmq, type CaptureCall, type ScriptCall } from './capture-script.ts';

/** Stands for the job's id in captured calls. No job has this id, since BullMQ admits no NUL in one. */
export const ID_MARK = 'mendq\0id';

/** The loaded bullmq's own way to re-enqueue and to remove a finished job of one queue. */
export interface QueueScripts {
  readonly version: string;
  /** bullmq's `reprocessJob`. The parameters by lifo and by whether the attempts are reset. */
  readonly reprocess: {
    readonly lua: string;
    readonly keys: readonly string[];
    readonly parameters: Readonly<Record<'fifo' | 'fifoReset' | 'lifo' | 'lifoReset', readonly string[]>>;
  };
  /** bullmq's `removeJob`, children untouched. */
  readonly remove: ScriptCall;
  /** False where the loaded bullmq's `reprocessJob` would drop the priority of a job. */
  readonly keepsPriority: boolean;
}

const HINT = 'Install a bullmq that mendq knows: 5.66.0 or later, or 6.2.0 or later.';

/** Reads and checks the scripts. Rejects with `MENDQ_E_BROKER_VERSION` where mendq does not understand them. */
export async function queueScripts(loaded: LoadedBullmq, queue: string, prefix: string): Promise<QueueScripts> {
  try {
    const { version, capture } = captureBullmq(loaded.exports, queue, prefix);
    const reprocess = await captureReprocess(capture);
    const remove = await capture(['remove'], ID_MARK, false);
    assertReprocess(reprocess, `${prefix}:${queue}:`);
    assertRemove(remove, `${prefix}:${queue}:`);
    return { version, reprocess, remove, keepsPriority: reprocess.keys.includes(`${prefix}:${queue}:prioritized`) };
  } catch (error) {
    throw wrongVersion(queue, `mendq does not understand the loaded bullmq (from ${loaded.from}): ${messageOf(error)}`, HINT, { from: loaded.from });
  }
}

async function captureReprocess(capture: CaptureCall): Promise<QueueScripts['reprocess']> {
  const call = async (lifo: boolean, resetAttemptsMade: boolean): Promise<ScriptCall> =>
    capture(['retryFinishedJob', 'reprocessJob'], { id: ID_MARK, opts: { lifo } }, 'failed', { resetAttemptsMade, resetAttemptsStarted: false });
  const fifo = await call(false, false);
  const [fifoReset, lifo, lifoReset] = [await call(false, true), await call(true, false), await call(true, true)];
  return {
    lua: fifo.lua,
    keys: fifo.keys,
    parameters: { fifo: fifo.parameters, fifoReset: fifoReset.parameters, lifo: lifo.parameters, lifoReset: lifoReset.parameters },
  };
}

/** 8 keys until 6.6, 9 since; 6 arguments since 5.66. Anything else is a script that nobody here has read. */
function assertReprocess(script: QueueScripts['reprocess'], base: string): void {
  const { fifo, fifoReset, lifo } = script.parameters;
  demand([8, 9].includes(script.keys.length) && fifo.length === 6, `reprocessJob takes ${script.keys.length} keys and ${fifo.length} arguments`);
  demand(script.keys[0] === base + ID_MARK && !script.keys.slice(1).some((key) => key.includes(ID_MARK)), 'reprocessJob has another first key');
  demand(['events', 'failed', 'wait', 'meta', 'active', 'marker'].every((name) => script.keys.includes(base + name)), 'reprocessJob lacks a key');
  demand(sameList(fifo, [ID_MARK, 'LPUSH', 'failedReason', 'failed', '0', '0']), 'reprocessJob takes other arguments');
  demand(fifoReset[4] === '1' && fifoReset[5] === '0' && lifo[1] === 'RPUSH', 'reprocessJob takes other options');
  demand(['"ZREM", KEYS[3]', '"finishedOn"', '"atm"', 'return -3'].every((part) => script.lua.includes(part)), 'reprocessJob is written differently');
  demand(!script.lua.startsWith('#!'), 'reprocessJob declares script flags');
}

function assertRemove(script: ScriptCall, base: string): void {
  demand(sameList(script.keys, [base + ID_MARK, `${base}repeat`]), 'removeJob has other keys');
  demand(sameList(script.parameters, [ID_MARK, '0', base]), 'removeJob takes other arguments');
  demand(script.lua.includes('removeJobKeys') && !script.lua.startsWith('#!'), 'removeJob is written differently');
}

function demand(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem);
}

function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
