import { systemClock } from '../core/clock.ts';
import { jsonReport } from './report/json-report.ts';
import { createPaper, type Paint } from './report/paper.ts';
import { tellStory } from './story.ts';
import { openWorld } from './world.ts';

/** Somewhere to write. */
export interface DemoOutput {
  write(text: string): unknown;
  /** Colours; none where absent. */
  readonly paint?: Paint;
}

/** How the demo runs. */
export interface DemoOptions {
  /** One JSON object at the end and nothing else on `output`. */
  readonly json: boolean;
  readonly broker: 'embedded' | 'redis';
  /** The Redis server. @defaultValue `redis://127.0.0.1:6379` */
  readonly url?: string;
  readonly output: DemoOutput;
  /** Where it is told that something went otherwise than it should. */
  readonly progress?: DemoOutput;
  /** Ends the demo early; everything it started is stopped. */
  readonly signal?: AbortSignal;
  /** Where `.mendq-demo` is made. @defaultValue the working directory */
  readonly directory?: string;
}

const REDIS = 'redis://127.0.0.1:6379';

/** Exit code of an interrupted demo, as shells have it for Ctrl-C. */
const INTERRUPTED = 130;

/**
 * Shows mendq at work on a small business of its own: its jobs really die, mendq heals them, the database is counted.
 * Resolves to the exit code: 0 where everything ended as it should. Rejects with `MENDQ_E_BROKER_UNREACHABLE` where
 * the Redis server can't be reached.
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  const { json, output, progress, signal = new AbortController().signal, directory = process.cwd() } = options;
  const started = systemClock.now().getTime();
  const paper = createPaper(json ? () => undefined : (text) => output.write(text), output.paint);
  const world = await openWorld(options.broker === 'redis' ? { kind: 'redis', url: options.url ?? REDIS } : { kind: 'embedded' });
  try {
    const result = await tellStory(world, { paper, directory, signal, seconds: () => (systemClock.now().getTime() - started) / 1000 });
    if (result === undefined) return INTERRUPTED;
    if (json) output.write(jsonReport(result));
    const failed = result.checks.filter(({ passed }) => !passed);
    for (const { name, found } of failed) progress?.write(`the demo went otherwise than it should: ${name}: ${found}\n`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await world.close();
  }
}
