import type { ReplayOrder, ReplayReceipt } from '../../../contract.ts';
import { chunksOf } from '../../chunks.ts';
import { doneReceipt, type Obstacle } from '../../receipts.ts';
import { RECORD_LIFETIME } from '../../record-lifetime.ts';
import { evaluate } from '../../redis/evaluate.ts';
import { ID_MARK } from '../../redis/queue-scripts.ts';
import { readAll, toText } from '../../redis/send.ts';
import { copyOf } from '../copy-letter.ts';
import { copyObstacle, jobObstacle, refusedCopy } from '../copy-receipts.ts';
import type { CopyQueue } from './copy-queue.ts';
import { COPY_ARGUMENTS, COPY_KEYS, copyReplayScript } from './lua/replay.ts';
import { orderedCopies } from './ordered-copies.ts';
import { toScriptOrder, type ScriptOrder } from './script-order.ts';

/** How often an order is sent again because the job that its copy was made of changed meanwhile. */
const TRIES = 5;

type Answer = readonly [code: string, detail?: string];

/**
 * Replays copies, up to 100 in one EVAL. An order whose reply is lost is sent again; the record that the script keeps
 * makes that harmless.
 */
export async function replay(queue: CopyQueue, orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]> {
  const receipts: ReplayReceipt[] = [];
  for (const chunk of chunksOf(orders, (order) => 2 * order.original.byteLength + (order.repaired?.byteLength ?? 0))) {
    receipts.push(...(await replayChunk(queue, chunk)));
  }
  return receipts;
}

async function replayChunk(queue: CopyQueue, orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]> {
  const receipts: (ReplayReceipt | undefined)[] = orders.map(() => undefined);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const open = orders.flatMap((order, index) => (receipts[index] === undefined ? [{ order, index }] : []));
    if (open.length === 0) break;
    const answers = await replayOnce(queue, open.map(({ order }) => order));
    for (const [place, { index }] of open.entries()) receipts[index] = answers[place];
  }
  return receipts.map((receipt) => receipt ?? { kind: 'superseded', why: 'the job that the copy was made of changes all the time' });
}

/** `undefined` where the job changed between looking and acting. */
async function replayOnce(queue: CopyQueue, orders: readonly ReplayOrder[]): Promise<readonly (ReplayReceipt | undefined)[]> {
  const copies = await orderedCopies(queue, orders);
  const prepared = await Promise.all(orders.map(async (order, index) => {
    const copy = copies[index];
    if (copy === undefined || copy.judgement.kind === 'other') return leftCopy(queue, order);
    const entry = copy.judgement.kind === 'same' ? await toScriptOrder(queue, order, copy, copy.judgement.original) : refusedCopy(copy.judgement.why);
    // What stands in the way may be this very order, sent by another process between looking at the copy and at its job.
    return 'keys' in entry || (await isThere(queue, order)) ? entry : leftCopy(queue, order);
  }));
  const sent = prepared.filter((entry) => 'keys' in entry);
  const answers = sent.length === 0 ? [] : await run(queue, sent);
  let next = 0;
  return prepared.map((entry) => ('keys' in entry ? toReceipt(answers[next++] ?? ['script', 'no answer']) : entry));
}

async function isThere({ copies }: CopyQueue, order: ReplayOrder): Promise<boolean> {
  const [there] = await readAll(copies.redis, copies.place, [['EXISTS', copies.keys.of(copyOf(order).id)]]);
  return there === 1;
}

/** The letter is another now, or gone: by an earlier sending of this order, or by somebody else. */
async function leftCopy({ main }: CopyQueue, { replayId }: ReplayOrder): Promise<ReplayReceipt> {
  const [record] = await readAll(main.redis, main.place, [['GET', main.keys.replayRecord(replayId)]]);
  const text = toText(record);
  return text === undefined ? { kind: 'superseded', why: 'the copy is no longer in the dead-letter queue as it was read' } : doneReceipt(text, true);
}

async function run({ main, copies, add }: CopyQueue, orders: readonly ScriptOrder[]): Promise<readonly Answer[]> {
  const { reprocess, keepsPriority } = main.scripts;
  const shared = [...reprocess.keys, ...add.standard.keys, ...add.prioritized.keys];
  const setup = JSON.stringify({
    keys: reprocess.keys, parameters: reprocess.parameters, mark: ID_MARK, keepsPriority, shared: shared.length,
    main: main.keys.of(''), copies: copies.keys.of(''), failed: main.keys.of('failed'), events: main.keys.of('events'),
    addKeys: { standard: add.standard.keys, prioritized: add.prioritized.keys }, removeParameters: copies.scripts.remove.parameters,
    hasPausedList: add.hasPausedList, at: String(main.clock.now().getTime()), lifetime: RECORD_LIFETIME,
    orderKeys: COPY_KEYS, orderArguments: COPY_ARGUMENTS,
  });
  const script = copyReplayScript({ reprocess: reprocess.lua, remove: copies.scripts.remove.lua, addStandard: add.standard.lua, addPrioritized: add.prioritized.lua });
  const keys = [...shared, ...orders.flatMap((order) => order.keys)];
  return (await evaluate(main, script, keys, [setup, ...orders.flatMap(({ values }) => values)])) as Answer[];
}

function toReceipt([code, detail]: Answer): ReplayReceipt | undefined {
  if (code === 'done' || code === 'earlier') return doneReceipt(detail ?? '0', code === 'earlier');
  if (code === 'again' || code === 'deduplication') return undefined;
  if (code === 'copy') return copyObstacle(detail ?? '');
  return code === 'relatives' || code === 'scheduler' ? copyObstacle(code) : jobObstacle(code as Obstacle, detail);
}
