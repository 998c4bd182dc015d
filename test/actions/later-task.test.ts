import { Queue, createPostgresBackend } from 'bullmq';
import { expect, test } from 'vitest';
import { createMendq } from '../../src/mendq.ts';
import { memory } from '../../src/queues/memory/memory.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { until } from '../cli/run-cli.ts';
import { freshDatabase } from '../services.ts';

test('a task that a later release asks for is taken as a full pass', async () => {
  const database = await freshDatabase();
  const clock = manualClock();
  const queue = memory('parcels', { clock, jobs: { send: { effects: 'none' } } });
  const mendq = createMendq({ queues: [queue], ledger: database.url }, { clock });
  const stop = new AbortController();
  let [passes, decided] = [0, 0];
  mendq.on('pass-finished', () => (passes += 1));
  mendq.on('letter-decided', () => (decided += 1));
  let started = false;
  const running = mendq.patrol({ signal: stop.signal, listen: false, onStarted: () => void (started = true) });
  await until(() => started && passes > 0);

  queue.add('send', { id: 1 }, { attempts: 1 });
  await queue.work(() => { throw new Error('boom'); });
  const connection = { connectionString: database.url, schema: 'mendq_engine', migrate: true, max: 1 } as never;
  const later = new Queue('mendq-patrol', { connection }, createPostgresBackend);
  await later.add('rebalance', {});
  await until(() => decided > 0);
  expect(decided).toBe(1);

  stop.abort();
  await running;
  await later.close();
  await mendq.close();
  await database.drop();
});
