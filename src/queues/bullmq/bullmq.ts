import type { JobTypeMap } from '../../core/job-type-options.ts';
import { configError } from '../../core/errors.ts';
import type { QueueAdapter, QueueDefinition, QueueEnvironment } from '../contract.ts';
import type { BullmqBackend } from './backend.ts';
import type { BullmqOptions } from './options.ts';

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
 * @param name - The queue's name, as its workers spell it.
 * @example
 * bullmq('invoices', { connection: 'redis://localhost:6379', jobs: { 'parse-invoice': { schema: InvoiceJob } } })
 */
export function bullmq<const Schemas extends Record<string, unknown>>(name: string, options: BullmqOptions<Schemas>): QueueDefinition {
  if (name === '' || name.includes(':')) throw configError(`queue ${name}`, 'a BullMQ queue has a name without ":"', 'Give the name that the workers use.');
  const given = [options.connection, options.postgres].filter((store) => store !== undefined);
  if (given.length !== 1) throw configError(`queue ${name}`, 'it needs either "connection" or "postgres"', 'Name the one store that the workers use.');
  return {
    name,
    broker: 'bullmq',
    jobs: widened(options.jobs),
    open: async (environment) => toAdapter(name, await openBackend(name, options, environment)),
  };
}

/** Each job type is typed by its own schema for whoever writes it; from here on only names matter. */
function widened<Schemas extends Record<string, unknown>>(jobs: JobTypeMap<Schemas> | undefined): QueueDefinition['jobs'] {
  return (jobs ?? {}) as QueueDefinition['jobs'];
}

async function openBackend(name: string, options: BullmqOptions, environment: QueueEnvironment): Promise<BullmqBackend> {
  if (options.postgres === undefined) {
    const { openRedis } = await import('./redis/open.ts');
    return openRedis(name, options, environment);
  }
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(name, options, environment);
}

function toAdapter(name: string, backend: BullmqBackend): QueueAdapter {
  return {
    name,
    broker: 'bullmq',
    capabilities: { exactlyOnceReplay: true, lettersStayInBroker: true, delayedReplay: false, outcomeEvents: true },
    ...backend,
  };
}
