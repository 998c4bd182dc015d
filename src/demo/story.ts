import type { Mendq } from '../index.ts';
import { checkOutcome, type Check } from './checks.ts';
import { freshFolder } from './folder.ts';
import { leaveLedgerToLookAt } from './ledger-config.ts';
import { followLetters, type LetterStory } from './letter-stories.ts';
import { healThroughTheNight, hireMendq } from './night.ts';
import { produce } from './produce.ts';
import { prove, readOriginal, type Proofs } from './proofs.ts';
import { writeEnding } from './report/ending.ts';
import { narrate } from './report/narrator.ts';
import { count, type Paper } from './report/paper.ts';
import type { World } from './world.ts';

/** What the story is told with. */
export interface Telling {
  readonly paper: Paper;
  /** The working directory. */
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Seconds since the demo was started. */
  readonly seconds: () => number;
}

/** How it came out. */
export interface Result {
  readonly stories: readonly LetterStory[];
  readonly proofs: Proofs;
  readonly checks: readonly Check[];
  /** Command lines that make sense now. */
  readonly next: readonly string[];
}

/** Lets the jobs die, hires mendq for the night and looks at what it did. `undefined` where it was interrupted. */
export async function tellStory(world: World, telling: Telling): Promise<Result | undefined> {
  const { paper, seconds, directory, signal } = telling;
  const clock = (): string => `${seconds().toFixed(1)} s`;
  paper.line(paper.paint.bold('mendq demo: a small shop whose jobs die. No key and no model are needed.'));
  paper.line();
  paper.field('queues', world.broker.description);
  paper.field(clock(), `${count(world.queues.length, 'queue')} with their workers and a business database are up`);
  const folder = await freshFolder(directory);
  const mendq = hireMendq(world, folder);
  try {
    // The ledger takes seconds to start for the first time; the jobs die meanwhile.
    const [{ dead, runs, completed }] = await Promise.all([produce(world, signal), mendq.verify()]);
    if (signal.aborted) return undefined;
    paper.field(clock(), `${dead} jobs are dead, each after 5 attempts that really failed (${runs} runs, ${completed} succeeded)`);
    paper.line();
    paper.line(paper.paint.bold('It is 3:15 in the night and nobody is awake. mendq looks at the queues.'));
    const result = await spendTheNight(mendq, world, telling, folder);
    if (result !== undefined) writeNext(result, clock(), paper);
    return result;
  } finally {
    await mendq.close();
  }
}

async function spendTheNight(mendq: Mendq, world: World, { paper, directory, signal }: Telling, folder: string): Promise<Result | undefined> {
  const told = followLetters(mendq, world.queues);
  const tellRest = narrate(mendq, paper);
  const original = await readOriginal(world);
  await healThroughTheNight(mendq, world, signal);
  tellRest();
  if (signal.aborted) return undefined;
  const stories = told();
  const proofs = await prove(mendq, world, stories, original);
  const checks = checkOutcome(stories, proofs, world.queues);
  const next = await leaveLedgerToLookAt(folder, directory, world.queues.map(({ name }) => name));
  writeEnding(stories, proofs, checks, paper);
  return { stories, proofs, checks, next };
}

function writeNext({ next }: Result, clock: string, paper: Paper): void {
  paper.line();
  paper.line(paper.paint.bold('What next'));
  for (const command of next) paper.line(`  ${command}`);
  paper.line();
  paper.line('For your own queues: examples/quickstart, then mendq doctor, plan, heal, patrol.');
  paper.line(paper.paint.dim(`${clock} from start to end.`));
}
