import { Order } from './order.ts';
import { brokenLetter, KINDS, type BrokenLetter } from './broken-letters.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Diagnosis } from '../../src/core/diagnosis.ts';
import type { JobType } from '../../src/core/job-type.ts';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import { inspect } from '../../src/inspect/inspect.ts';
import { repair } from '../../src/repair/repair.ts';
import { readSchema } from '../../src/schema/read-schema.ts';

/** What deciding costs, as a multiple of a `safeParse` of the payload and a JSON round trip, and in microseconds a letter. */
export interface RatioReport {
  /** Letters in a call of their own, product and yardstick in turns letter by letter: both find the caches as the other left them. */
  readonly fresh: Ratio;
  /** The same in blocks of 1,000: the yardstick, a few functions, has the caches for itself, and the product is compared with that. No target. */
  readonly freshInBlocks: Ratio;
  /** Letters of one kind with differing values, in batches of 1,000. */
  readonly batch: Ratio;
  /** The same batch with the diagnosis by rules, which the target does not count. */
  readonly batchWithDiagnosis: Ratio;
}

interface Ratio {
  readonly ratio: number;
  readonly microseconds: number;
  readonly baselineMicroseconds: number;
}

const BATCH = 1000;
const ROUNDS = 31;
const WARM_UP = 9;
const MALFORMED: Diagnosis = { cause: 'malformed', rule: 'bench', why: 'the schema refuses the payload', evidence: [], confidence: 'certain' };

/** Measures in one process, product and yardstick in turns; each number is the median of its rounds. */
export async function measureRatio(progress: (done: number, of: number) => void): Promise<RatioReport> {
  const schema = await readSchema(Order, { where: 'bench', timeLimit: 5000, clock: systemClock });
  const jobType: JobType = { schema, effects: 'database', protect: ['/orderId', '/total'], freeText: ['/note'], tidy: [], fill: {}, revision: '1' };
  const letters = Array.from({ length: BATCH }, (_, number) => brokenLetter(number, 0));
  const mixed = Array.from({ length: BATCH }, (_, number) => brokenLetter(number, number % KINDS));
  const times = { fresh: [] as number[], freshBaseline: [] as number[], blocks: [] as number[], blocksBaseline: [] as number[], batch: [] as number[], baseline: [] as number[], diagnosed: [] as number[] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const measured = {
      ...(await inTurns(mixed, jobType)),
      blocksBaseline: await timeOf(() => yardstick(mixed)),
      blocks: await timeOf(async () => { for (const letter of mixed) await decide([letter], jobType, false); }),
      baseline: await timeOf(() => yardstick(letters)),
      batch: await timeOf(() => decide(letters, jobType, false)),
      diagnosed: await timeOf(() => decide(letters, jobType, true)),
    };
    progress(round + 1, WARM_UP + ROUNDS);
    if (round < WARM_UP) continue;
    for (const [name, time] of Object.entries(measured)) times[name as keyof typeof times].push(time);
  }
  return { fresh: ratio(times.fresh, times.freshBaseline), freshInBlocks: ratio(times.blocks, times.blocksBaseline), batch: ratio(times.batch, times.baseline), batchWithDiagnosis: ratio(times.diagnosed, times.baseline) };
}

/** Time of each in microseconds a letter, by the clock: processor time can't be read so finely. */
async function inTurns(letters: readonly BrokenLetter[], jobType: JobType): Promise<{ readonly fresh: number; readonly freshBaseline: number }> {
  let [fresh, freshBaseline] = [0, 0];
  for (const letter of letters) {
    const start = performance.now();
    yardstick([letter]);
    const between = performance.now();
    await decide([letter], jobType, false);
    fresh += performance.now() - between;
    freshBaseline += between - start;
  }
  return { fresh: (fresh * 1000) / letters.length, freshBaseline: (freshBaseline * 1000) / letters.length };
}

let kept: unknown;

/** What a program can't do without: one validation of the broken payload, one JSON round trip. */
function yardstick(letters: readonly BrokenLetter[]): void {
  for (const { payload } of letters) {
    const copy: unknown = JSON.parse(JSON.stringify(payload));
    kept = [copy, Order.safeParse(payload)];
  }
}

/** Inspect, sign, plan and prove, from the broker's bytes to the repaired ones. Every letter has to come out repaired. */
async function decide(letters: readonly BrokenLetter[], jobType: JobType, withDiagnosis: boolean): Promise<void> {
  const inspected = await inspect(letters.map(({ raw }) => ({ raw, round: 0, jobType })));
  const diagnoses = withDiagnosis ? await diagnose(inspected, { policy: DEFAULT_POLICY, now: new Date(0), askFulfilment: async () => new Map() }) : [];
  const results = await repair(inspected.map((letter, index) => ({ letter, diagnosis: diagnoses[index] ?? MALFORMED })), { remedies: new Map() });
  const failed = results.find((result) => result.kind === 'abstained');
  if (failed?.kind === 'abstained') throw new Error(`a letter was not repaired: ${failed.why}`);
  kept = results;
}

/** Processor time in microseconds a letter, so that other processes of the machine count for nothing. */
async function timeOf(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / BATCH;
}

function ratio(product: readonly number[], baseline: readonly number[]): Ratio {
  const [microseconds, baselineMicroseconds] = [median(product), median(baseline)];
  if (kept === undefined) throw new Error('nothing was measured');
  // Each round has its own yardstick: a machine that is slow for a while is so for both.
  const ratios = product.map((time, round) => time / (baseline[round] ?? NaN));
  return { ratio: rounded(median(ratios)), microseconds: rounded(microseconds), baselineMicroseconds: rounded(baselineMicroseconds) };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
