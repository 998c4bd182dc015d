import type { ReplayOrder, ReplayReceipt } from '../../../contract.ts';
import { toEpoch } from '../../epoch.ts';
import { digestOf } from '../../redis/replay.ts';
import { readAll, toText } from '../../redis/send.ts';
import { copyOf } from '../copy-letter.ts';
import { livingJob, otherData } from '../copy-receipts.ts';
import type { CopiedOriginal } from '../reading.ts';
import { safeOptions } from '../safe-options.ts';
import { sameJson } from '../same-json.ts';
import type { CopyQueue } from './copy-queue.ts';
import { COPY_ARGUMENTS } from './lua/replay.ts';
import type { OrderedCopy } from './ordered-copies.ts';

/** One order as the script takes it. */
export interface ScriptOrder {
  readonly keys: readonly string[];
  readonly values: readonly (string | Buffer)[];
}

type Arguments = Readonly<Record<(typeof COPY_ARGUMENTS)[number], string | Buffer>>;

/** The order for the script, or the receipt where the job that the copy was made of stands in the way. */
export async function toScriptOrder(queue: CopyQueue, order: ReplayOrder, copy: OrderedCopy, original: CopiedOriginal): Promise<ScriptOrder | ReplayReceipt> {
  const { main } = queue;
  const { job, digest } = copy;
  if (job !== undefined && job.state !== 'failed') return livingJob(job.state);
  const field = (name: string): string => job?.hash.get(name)?.toString('utf8') ?? '';
  if (job !== undefined && !sameJson(field('data'), Buffer.from(order.original).toString('utf8'))) return otherData();
  const deduplicationId = field('deid');
  const owner = deduplicationId === '' ? '' : await ownerOf(queue, deduplicationId);
  const { id: copyId, epoch: copyEpoch } = copyOf(order);
  const values: Arguments = {
    id: order.messageId, attempts: order.attempts,
    epoch: toEpoch({ timestamp: field('timestamp'), attemptsStarted: field('ats'), finishedOn: field('finishedOn') }),
    digest: digestOf(job?.hash.get('data') ?? Buffer.alloc(0)), unread: '0',
    isRepaired: order.repaired === undefined ? '0' : '1', repaired: Buffer.from(order.repaired ?? []), deduplicationId, ownerId: owner,
    copyId, copyEpoch, copyDigest: digest, mode: job === undefined ? 'add' : 'reprocess',
    ...(job === undefined ? await newJob(queue, order, original) : { kind: '', packed: '', data: '', options: '', attemptsBefore: '0' }),
  };
  const key = main.keys.of(order.messageId);
  return {
    keys: [
      key, main.keys.replayRecord(order.replayId), `${key}:dependencies`, `${key}:unsuccessful`,
      deduplicationId === '' ? key : main.keys.of(`de:${deduplicationId}`), owner === '' ? key : main.keys.of(owner),
    ],
    values: COPY_ARGUMENTS.map((name) => values[name]),
  };
}

/** A job that is gone comes back under its own id: idempotent consumers know it by that. */
async function newJob({ add, main }: CopyQueue, order: ReplayOrder, original: CopiedOriginal): Promise<Pick<Arguments, 'kind' | 'packed' | 'data' | 'options' | 'attemptsBefore'>> {
  const options = safeOptions(original.options);
  const timestamp = original.addedAt?.getTime() ?? main.clock.now().getTime();
  const body = Buffer.from(order.repaired ?? order.original);
  const [packed = '', data = '', packedOptions = ''] = await add.argumentsFor({ id: order.messageId, name: original.name ?? '', data: body, options, timestamp });
  const before = order.attempts === 'single' ? (options.attempts ?? 1) - 1 : 0;
  return { kind: options.priority === undefined ? 'standard' : 'prioritized', packed, data, options: packedOptions, attemptsBefore: String(before) };
}

async function ownerOf({ main }: CopyQueue, deduplicationId: string): Promise<string> {
  const [owner] = await readAll(main.redis, main.place, [['GET', main.keys.of(`de:${deduplicationId}`)]]);
  return toText(owner) ?? '';
}
