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
import type { MainJob } from './originals.ts';

/** One order as the script takes it. */
export interface ScriptOrder {
  readonly keys: readonly string[];
  readonly values: readonly (string | Buffer)[];
}

type Arguments = Readonly<Record<(typeof COPY_ARGUMENTS)[number], string | Buffer>>;

/** The order for the script, or the receipt where the job that the copy was made of stands in the way. */
export async function toScriptOrder(queue: CopyQueue, order: ReplayOrder, { job, digest }: OrderedCopy, original: CopiedOriginal): Promise<ScriptOrder | ReplayReceipt> {
  const { id: copyId, epoch: copyEpoch } = copyOf(order);
  const copy = { copyId, copyEpoch, copyDigest: digest };
  if (job === undefined) return scriptOrder(queue, order, { ...NO_JOB, ...copy, ...(await newJob(queue, order, original)), mode: 'add' });
  if (job.state !== 'failed') return livingJob(job.state);
  const data = job.hash.get('data') ?? Buffer.alloc(0);
  if (!sameJson(data.toString('utf8'), Buffer.from(order.original).toString('utf8'))) return otherData();
  return scriptOrder(queue, order, { ...NO_NEW_JOB, ...copy, ...(await failedJob(queue, job)), digest: digestOf(data), mode: 'reprocess' });
}

type JobArguments = Omit<Arguments, 'id' | 'attempts' | 'unread' | 'isRepaired' | 'repaired'>;

const NO_JOB = { epoch: '', digest: '', deduplicationId: '', ownerId: '' };
const NO_NEW_JOB = { kind: '', packed: '', data: '', options: '', attemptsBefore: '0' };

function scriptOrder({ main }: CopyQueue, order: ReplayOrder, job: JobArguments): ScriptOrder {
  const { messageId: id, attempts, repaired } = order;
  const values: Arguments = { ...job, id, attempts, unread: '0', isRepaired: repaired === undefined ? '0' : '1', repaired: Buffer.from(repaired ?? []) };
  const key = main.keys.of(id);
  const deduplication = job.deduplicationId === '' ? key : main.keys.of(`de:${String(job.deduplicationId)}`);
  const owner = job.ownerId === '' ? key : main.keys.of(String(job.ownerId));
  return {
    keys: [key, main.keys.replayRecord(order.replayId), `${key}:dependencies`, `${key}:unsuccessful`, deduplication, owner],
    values: COPY_ARGUMENTS.map((name) => values[name]),
  };
}

/** The job that still is in `failed`, as it was looked at. */
async function failedJob(queue: CopyQueue, { hash }: MainJob): Promise<Pick<Arguments, 'epoch' | 'deduplicationId' | 'ownerId'>> {
  const field = (name: string): string => hash.get(name)?.toString('utf8') ?? '';
  const deduplicationId = field('deid');
  return {
    epoch: toEpoch({ timestamp: field('timestamp'), attemptsStarted: field('ats'), finishedOn: field('finishedOn') }),
    deduplicationId,
    ownerId: deduplicationId === '' ? '' : await ownerOf(queue, deduplicationId),
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
