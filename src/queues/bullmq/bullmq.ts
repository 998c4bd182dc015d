import type { JobTypeMap } from '../../core/job-type-options.ts';
import { configError } from '../../core/errors.ts';
import type { QueueAdapter, QueueDefinition, QueueEnvironment } from '../contract.ts';
import type { BullmqBackend } from './backend.ts';
import { assertDeadLetterQueue } from './dead-letter-queue/assert-dead-letter-queue.ts';
import { existingQueue } from './existing-queue.ts';
import type { LoadedBullmq } from './load-bullmq.ts';
import type { BullmqOptions, BullmqQueueOptions, QueueLike } from './options.ts';
import { isPattern, matcherOf } from './queue-pattern.ts';

/**
 * A BullMQ queue whose `failed` jobs mendq heals, in Redis (`connection`) or in BullMQ's PostgreSQL store (`postgres`).
 *
 * A replay is one atomic step: the job goes back to its queue with its new data exactly if it still is the failed job
 * that was read, and a record in the same store makes sending the order twice harmless. Nothing connects before
 * `open`, and opening writes nothing.
 *
 * `open` rejects with `MENDQ_E_BROKER_UNREACHABLE` or `MENDQ_E_BROKER_REFUSED` within about 5 seconds, with
 * `MENDQ_E_BROKER_VERSION` where the queue's bullmq and the loaded one don't belong together, and with
 * `MENDQ_E_MISSING_PACKAGE`.
 *
 * @param name - The queue's name, as its workers spell it, or a pattern for many queues of the store: `'*-queue'`,
 * `'mail-?'`, `'shard-[0-9]'`, `'{orders,invoices}-*'`. Queues that appear later are found while a patrol runs; a queue
 * that is named by itself elsewhere is not taken by a pattern.
 * @example
 * bullmq('invoices', { connection: 'redis://localhost:6379', jobs: { 'parse-invoice': { schema: InvoiceJob } } })
 */
export function bullmq<const Schemas extends Record<string, unknown>>(name: string, options: BullmqOptions<Schemas>): QueueDefinition;
/**
 * The same for an existing BullMQ `Queue`, of which name, prefix, store and bullmq are taken. mendq opens connections of
 * its own like those of the `Queue`; a pool or client that the `Queue` was given is shared or duplicated. All of it
 * stays yours and stays open.
 *
 * @example
 * bullmq(invoiceQueue, { jobs: { 'parse-invoice': { schema: InvoiceJob } } })
 */
export function bullmq<const Schemas extends Record<string, unknown>>(queue: QueueLike, options?: BullmqQueueOptions<Schemas>): QueueDefinition;
export function bullmq(queue: string | QueueLike, options: BullmqOptions | BullmqQueueOptions = {}): QueueDefinition {
  if (typeof queue === 'string') return isPattern(queue) ? patternDefinition(queue, options as BullmqOptions) : definition(queue, options as BullmqOptions);
  const existing = existingQueue(queue);
  return definition(existing.name, { ...options, ...existing.options } as BullmqOptions, existing.loaded);
}

function definition(name: string, options: BullmqOptions, loaded?: LoadedBullmq): QueueDefinition {
  assertUsable(name, options);
  return {
    name,
    broker: 'bullmq',
    jobs: widened(options.jobs),
    ...(options.deadLetterQueue === undefined ? {} : { sideQueues: [nameOf(options.deadLetterQueue)] }),
    open: async (environment) => toAdapter(name, await openBackend(name, options, environment, loaded)),
  };
}

function nameOf(deadLetterQueue: NonNullable<BullmqOptions['deadLetterQueue']>): string {
  return typeof deadLetterQueue === 'string' ? deadLetterQueue : deadLetterQueue.name;
}

/** All queues of one store whose names fit a pattern. */
function patternDefinition(pattern: string, options: BullmqOptions): QueueDefinition {
  assertUsable(pattern, options);
  const matches = matcherOf(pattern);
  return {
    name: pattern,
    broker: 'bullmq',
    jobs: widened(options.jobs),
    matches,
    expand: async () => (await namesIn(pattern, options)).filter(matches).map((name) => definition(name, options)),
    open: async () => {
      throw configError(`queue ${pattern}`, 'it is a pattern, which stands for many queues', 'Open what expand() gives.');
    },
  };
}

async function namesIn(pattern: string, options: BullmqOptions): Promise<readonly string[]> {
  if (options.postgres === undefined) {
    const { findQueues } = await import('./redis/find-queues.ts');
    return findQueues(pattern, options);
  }
  const { findQueues } = await import('./postgres/find-queues.ts');
  return findQueues(pattern, options);
}

function assertUsable(name: string, options: BullmqOptions): void {
  if (name === '' || name.includes(':')) throw configError(`queue ${name}`, 'a BullMQ queue has a name without ":"', 'Give the name that the workers use.');
  const given = [options.connection, options.postgres].filter((store) => store !== undefined);
  if (given.length !== 1) throw configError(`queue ${name}`, 'it needs either "connection" or "postgres"', 'Name the one store that the workers use.');
  if (options.deadLetterQueue !== undefined) assertDeadLetterQueue(name, options.deadLetterQueue);
}

/** Each job type is typed by its own schema for whoever writes it; from here on only names matter. */
function widened<Schemas extends Record<string, unknown>>(jobs: JobTypeMap<Schemas> | undefined): QueueDefinition['jobs'] {
  return (jobs ?? {}) as QueueDefinition['jobs'];
}

async function openBackend(name: string, options: BullmqOptions, environment: QueueEnvironment, loaded?: LoadedBullmq): Promise<BullmqBackend> {
  if (options.deadLetterQueue !== undefined) {
    const { openCopies } = await import('./dead-letter-queue/open-copies.ts');
    return openCopies(name, options, environment, loaded);
  }
  if (options.postgres === undefined) {
    const { openRedis } = await import('./redis/open.ts');
    return openRedis(name, options, environment, loaded);
  }
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(name, options, environment, loaded);
}

function toAdapter(name: string, backend: BullmqBackend): QueueAdapter {
  return {
    name,
    broker: 'bullmq',
    capabilities: { exactlyOnceReplay: true, lettersStayInBroker: true, delayedReplay: false, outcomeEvents: true },
    ...backend,
  };
}
