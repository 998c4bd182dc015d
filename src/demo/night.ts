import { createMendq, defineConfig, type Mendq } from '../index.ts';
import { SHORT_BACKOFF, SHORT_HOLD } from './waiting-times.ts';
import type { World } from './world.ts';

/** Milliseconds within which every letter of the demo has its outcome. */
const TIMEOUT = 60_000;

/** The healer of the shop: the configuration that a user would write, and nothing else. */
export function hireMendq({ queues, broker }: World, folder: string): Mendq {
  const config = defineConfig({
    queues: queues.map((queue) => queue.healedBy(broker.store)),
    ledger: 'ledger',
    archive: 'archive',
    errors: { EmptyFileError: 'hopeless' },
    policy: { backoff: SHORT_BACKOFF, holdRetry: SHORT_HOLD },
  });
  return createMendq(config, { directory: folder });
}

/** Heals until every letter has an outcome. The host that was away comes back while its letter waits. */
export async function healThroughTheNight(mendq: Mendq, { shop }: World, signal: AbortSignal): Promise<void> {
  const stop = mendq.on('letter-held', ({ reason }) => {
    if (reason === 'backoff') shop.cdn.recover();
  });
  const report = await mendq.heal({ wait: true, timeout: TIMEOUT, signal });
  stop();
  const [failure] = report.failures;
  if (failure !== undefined) throw failure.error;
}
