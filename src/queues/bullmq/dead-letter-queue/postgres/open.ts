import type { QueueEnvironment } from '../../../contract.ts';
import type { BullmqBackend } from '../../backend.ts';
import { loadBullmq, type LoadedBullmq } from '../../load-bullmq.ts';
import type { BullmqPostgresOptions } from '../../options.ts';
import { pgConnection, type PgConnection } from '../../postgres/connect.ts';
import { jobColumns, quoted } from '../../postgres/job-table.ts';
import { recordedVersion, type PostgresQueue } from '../../postgres/postgres-queue.ts';
import { schemaOf } from '../../postgres/schema-of.ts';
import { whyUnstorable } from '../../postgres/storable.ts';
import { storeVersion } from '../../postgres/store-version.ts';
import { query } from '../../postgres/transaction.ts';
import { assertSameMajor, parseQueueVersion } from '../../versions.ts';
import { wrongVersion } from '../../broker-error.ts';
import { CopyNotes } from '../copy-notes.ts';
import type { DeadLetterQueueOptions } from '../dead-letter-queue-options.ts';
import { noRecall } from '../no-recall.ts';
import { check } from './check.ts';
import type { CopyQueue } from './copy-queue.ts';
import { progress } from './progress.ts';
import { look, read } from './read.ts';
import { remove } from './remove.ts';
import { replay } from './replay.ts';
import { restore } from './restore.ts';
import { wakeups } from './wakeups.ts';

/** The function that adds a job that is gone. */
const ADD_JOB = 'add_job(text,text,text,jsonb,jsonb,integer,bigint,bigint,integer,text,text,text,text,text,boolean)';

/** Opens a main queue and its dead-letter queue, which lie in one schema, without writing anything. Rejects with a `MendqError`. */
export async function openPostgresCopies(
  name: string,
  options: BullmqPostgresOptions,
  environment: QueueEnvironment,
  given: LoadedBullmq | undefined,
  { name: copyName, unwrap }: DeadLetterQueueOptions,
): Promise<BullmqBackend> {
  const loaded = given ?? loadBullmq(options.bullmq, environment.directory);
  const connection = await pgConnection(name, options.postgres);
  const { pool, place } = connection;
  const closing = new AbortController();
  try {
    const schema = await schemaOf(connection);
    const version = await storeVersion(connection, schema, loaded);
    const [added = {}] = await query(pool, place, 'SELECT to_regprocedure($1) IS NOT NULL AS known', [`${quoted(schema)}.${ADD_JOB}`]);
    if (added['known'] !== true) throw wrongVersion(name, "mendq does not understand BullMQ's add_job", 'Update mendq, or report the version of bullmq.');
    const main: PostgresQueue = {
      name, place, pool, schema: quoted(schema), columns: await jobColumns(pool, place, schema), version, bullmqFrom: loaded.from,
      payloadBytes: environment.payloadBytes, clock: environment.clock, records: { ready: undefined }, closing: closing.signal,
    };
    const copies: PostgresQueue = { ...main, name: copyName, place: { ...place, queue: copyName }, records: { ready: undefined } };
    for (const queue of [main, copies]) assertSameMajor(queue.name, parseQueueVersion(await recordedVersion(pool, queue.place, quoted(schema))), version.loaded, loaded.from);
    const names = new Set(Object.keys(options.jobs ?? {}).filter((job) => job !== '*'));
    return toBackend({ main, copies, unwrap, names, notes: new CopyNotes() }, connection, closing);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function toBackend(queue: CopyQueue, connection: PgConnection, closing: AbortController): BullmqBackend {
  return {
    check: async () => check(queue),
    read: async (after, limit) => read(queue, after, limit),
    look: async (messageIds) => look(queue, messageIds),
    replay: async (orders) => replay(queue, orders),
    remove: async (orders) => remove(queue, orders),
    restore: async (letters) => restore(queue, letters),
    recall: async (orders) => noRecall(orders),
    unstorable: whyUnstorable,
    progress: async (replays) => progress(queue, replays),
    wakeups: (signal) => wakeups(queue, signal),
    close: async () => {
      closing.abort();
      await connection.close();
    },
  };
}
