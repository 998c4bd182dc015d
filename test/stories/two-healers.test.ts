import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { redisUrl } from '../services.ts';
import { eventually, openRedis } from './backends.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LETTERS = 2000;

function runHeal(directory: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/cli/main.ts'), 'heal', '--config', join(directory, 'mendq.config.ts'), '--json'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let problems = '';
    child.stdout.on('data', (chunk: Buffer) => { output += chunk.toString(); });
    child.stderr.on('data', (chunk: Buffer) => { problems += chunk.toString(); });
    child.on('close', (code) => { if (code === 0) resolve(output); else reject(new Error(`heal ended with ${code}: ${problems}${output}`)); });
  });
}

it('re-enqueues each of 2,000 letters once while two processes heal with one ledger', async () => {
  const backend = await openRedis('invoices');
  try {
    const worker = backend.work(async (job) => { z.object({ paid: z.boolean() }).parse(job.data); });
    await backend.queue.addBulk(Array.from({ length: LETTERS }, (_, index) => ({ name: 'pay', data: { id: index, paid: 'TRUE' }, opts: { attempts: 2 } })));
    await eventually('the death of all', async () => (await backend.queue.getFailedCount()) === LETTERS, 60_000);
    await worker.close();

    const config = `
      import { z } from ${JSON.stringify(createRequire(import.meta.url).resolve('zod'))};
      import { defineConfig } from ${JSON.stringify(join(ROOT, 'src/index.ts'))};
      import { bullmq } from ${JSON.stringify(join(ROOT, 'src/queues/bullmq/index.ts'))};
      export default defineConfig({
        ledger: ${JSON.stringify(backend.ledger)},
        queues: [bullmq('invoices', { connection: ${JSON.stringify(redisUrl())}, prefix: ${JSON.stringify(backend.queue.opts.prefix)}, jobs: { pay: { schema: z.object({ id: z.number(), paid: z.boolean() }), effects: 'none' } } })],
      });`;
    await writeFile(join(backend.directory, 'mendq.config.ts'), config);
    const outputs = (await Promise.all([runHeal(backend.directory), runHeal(backend.directory)])).map((text) => JSON.parse(text) as { summary: { replayed: number } });

    expect(outputs.reduce((sum, { summary }) => sum + summary.replayed, 0)).toBe(LETTERS);
    expect(await backend.queue.getWaitingCount()).toBe(LETTERS);
    expect(await backend.queue.getFailedCount()).toBe(0);
    const waiting = await backend.queue.getWaiting(0, -1);
    expect(new Set(waiting.map(({ id }) => id)).size).toBe(LETTERS);
    expect(waiting.every(({ data }) => (data as { paid: unknown }).paid === true)).toBe(true);
  } finally {
    await backend.close();
  }
}, 240_000);
