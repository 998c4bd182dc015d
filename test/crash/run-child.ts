import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildReport, ChildTask } from './child.ts';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

/** How a child ended: killed at its step, or with a report. */
export type ChildEnd = { readonly kind: 'killed' } | { readonly kind: 'finished'; readonly report: ChildReport };

/** Runs one healing process to its end. Rejects where it failed by itself, with what it printed. */
export function runChild(task: ChildTask): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD], {
      env: { ...process.env, MENDQ_CRASH_TASK: JSON.stringify(task) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let problems = '';
    child.stdout.on('data', (chunk: Buffer) => { output += chunk.toString(); });
    child.stderr.on('data', (chunk: Buffer) => { problems += chunk.toString(); });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL' && task.killAt !== undefined) resolve({ kind: 'killed' });
      else if (code === 0) resolve({ kind: 'finished', report: JSON.parse(output) as ChildReport });
      else reject(new Error(`the healing process of round ${task.round} ended with ${code ?? signal}:\n${problems}`));
    });
  });
}
