import type { QueueEnvironment } from '../../contract.ts';
import type { BullmqBackend } from '../backend.ts';
import { loadBullmq, type LoadedBullmq } from '../load-bullmq.ts';
import type { BullmqPostgresOptions } from '../options.ts';
import { assertSameMajor, parseQueueVersion } from '../versions.ts';
import { check } from './check.ts';
import { pgConnection, type PgConnection } from './connect.ts';
import { jobColumns, quoted } from './job-table.ts';
import { recordedVersion, type PostgresQueue } from './postgres-queue.ts';
import { progress } from './progress.ts';
import { look, read } from './read.ts';
import { recall } from './recall.ts';
import { waits } from './relatives.ts';
import { remove } from './remove.ts';
import { replay } from './replay.ts';
import { restore } from './restore.ts';
import { whyUnstorable } from './storable.ts';
import { schemaOf } from './schema-of.ts';
import { storeVersion } from './store-version.ts';
import { sampledNames } from './sampled-names.ts';
import { wakeups } from './wakeups.ts';

/** Opens a queue without writing anything. Rejects with a `MendqError`. */
export async function openPostgres(name: string, options: BullmqPostgresOptions, environment: QueueEnvironment, given?: LoadedBullmq): Promise<BullmqBackend> {
  const loaded = given ?? loadBullmq(options.bullmq, environment.directory);
  const connection = await pgConnection(name, options.postgres);
  const closing = new AbortController();
  try {
    const schema = await schemaOf(connection);
    const version = await storeVersion(connection, schema, loaded);
    const recorded = await recordedVersion(connection.pool, connection.place, quoted(schema));
    assertSameMajor(name, parseQueueVersion(recorded), version.loaded, loaded.from);
    const columns = await jobColumns(connection.pool, connection.place, schema);
    return toBackend({
      name, place: connection.place, pool: connection.pool, schema: quoted(schema), columns, version, bullmqFrom: loaded.from,
      payloadBytes: environment.payloadBytes, clock: environment.clock, records: { ready: undefined }, closing: closing.signal,
    }, connection, closing);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function toBackend(queue: PostgresQueue, connection: PgConnection, closing: AbortController): BullmqBackend {
  return {
    check: async () => check(queue),
    names: async () => sampledNames(queue),
    read: async (after, limit) => read(queue, after, limit),
    look: async (messageIds) => look(queue, messageIds),
    waits: async (letters) => waits(queue, letters.map(({ messageId }) => messageId)),
    replay: async (orders) => replay(queue, orders),
    remove: async (orders) => remove(queue, orders),
    restore: async (letters) => restore(queue, letters),
    recall: async (orders) => recall(queue, orders),
    unstorable: whyUnstorable,
    progress: async (replays) => progress(queue, replays),
    wakeups: (signal) => wakeups(queue, signal),
    close: async () => {
      closing.abort();
      await connection.close();
    },
  };
}
