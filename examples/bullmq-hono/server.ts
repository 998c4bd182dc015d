import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createMendq, defineConfig } from 'mendq';
import { healed, queue, startWorker, status } from './exports.ts';

const mendq = createMendq(defineConfig({ queues: [healed] }));
const stop = new AbortController();

// mendq tells the application, and the application tells its waiting user.
mendq.on('letter-held', ({ letter }) => status.set(letter.messageId, 'we are on it'));
mendq.on('letter-finished', ({ letter, outcome }) => {
  if (outcome === 'escalated' || outcome === 'parked') status.set(letter.messageId, 'somebody looks at it');
});

const app = new Hono();

app.post('/exports/:id', async (request) => {
  const exportId = request.req.param('id');
  const { tenant, format } = await request.req.json<{ tenant: string; format: string }>();
  const blocked = await mendq.isBlocked({ kind: 'tenant', value: tenant });
  if (blocked !== undefined) return request.json({ error: `refused until ${blocked.expiresAt.toISOString()}` }, 403);
  status.set(exportId, 'waiting');
  await queue.add('export', { exportId, tenant, format }, { jobId: exportId, attempts: 2 });
  return request.json({ status: 'waiting' }, 202);
});

app.get('/exports/:id', (request) => request.json({ status: status.get(request.req.param('id')) ?? 'unknown' }));

const worker = startWorker();
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) }, ({ port }) => process.stdout.write(`http://127.0.0.1:${port}\n`));
process.once('SIGTERM', () => stop.abort());
process.once('SIGINT', () => stop.abort());

// Heals at each death, on schedule, and when a replay falls due, until the process is told to end.
await mendq.patrol({ signal: stop.signal, onError: (error) => process.stderr.write(`${error.message}\n`) });

server.close();
await worker.close();
await queue.close();
await mendq.close();
process.exit();
