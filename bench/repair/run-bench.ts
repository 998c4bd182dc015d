import type { Json } from '../../src/core/json.ts';
import { isRepairable, type BrokenLetter } from './broken-letter.ts';
import type { Defect } from './defect.ts';
import { ALL_DEFECTS } from './defects/all-defects.ts';
import { openJobHouse, type JobHouse } from './job-house.ts';
import { judge, type Judgement } from './judge.ts';
import { makeLetter } from './make-letter.ts';
import { makeShape } from './make-shape.ts';
import { mendqAttempts, type MendqAttempt } from './mendq-attempts.ts';
import { PEERS } from './peers.ts';
import { seededRandom, type Random } from './random.ts';

/** How many attempts ended in which way. `wrong` counts those on protected places as well. */
export interface Score {
  healed: number;
  wrong: number;
  wrongOnProtected: number;
  abstained: number;
}

/** The letters of one kind of defect, and how each contestant did. */
export interface DefectScores {
  readonly name: string;
  readonly repairable: boolean;
  letters: number;
  readonly scores: Readonly<Record<string, Score>>;
}

/** A wrong repair of mendq's, to be looked at. */
export interface WrongRepair {
  readonly defects: readonly string[];
  readonly text: string;
  readonly original: Json;
  readonly repaired: Json;
  readonly operations: string;
}

/** What a run found. */
export interface BenchRun {
  readonly letters: number;
  readonly repairable: number;
  readonly total: Readonly<Record<string, Score>>;
  readonly defects: readonly DefectScores[];
  readonly wrongRepairs: readonly WrongRepair[];
  /** Why mendq left letters alone whose defects are repairable: by kind of defect, the reasons and how often each was given. */
  readonly missed: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const CONTESTANTS = ['mendq', ...Object.keys(PEERS)];
const BATCH = 500;
const LETTERS_A_JOB_TYPE = 250;
const MOST_SHOWN = 20;
const COMBINED = 'two of them at once';

/** Breaks `letters` messages of generated job types and lets every contestant mend them. The same seed gives the same run. */
export async function runBench(letters: number, seed: number, progress: (done: number) => void): Promise<BenchRun> {
  const random = seededRandom(seed);
  const houses = await openHouses(Math.max(12, Math.ceil(letters / LETTERS_A_JOB_TYPE)), random);
  const defects = new Map([...ALL_DEFECTS.map(({ name, repairable }) => [name, row(name, repairable)] as const), [COMBINED, row(COMBINED, true)] as const]);
  const total = emptyScores();
  const wrongRepairs: WrongRepair[] = [];
  const missed = new Map<string, Map<string, number>>();
  let repairable = 0;
  for (let done = 0; done < letters; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, letters - done) }, (_, index) => makeLetter(houses, defectAt(done + index), random));
    const attempts = await mendqAttempts(batch);
    for (const [index, letter] of batch.entries()) {
      const attempt = attempts[index] ?? NOTHING;
      const scores = scoresFor(letter, defects);
      const judgement = score(letter, attempt.payload, [scores, total]);
      repairable += Number(isRepairable(letter));
      if (judgement.startsWith('wrong') && wrongRepairs.length < MOST_SHOWN) wrongRepairs.push(shown(letter, attempt));
      if (judgement === 'abstained' && isRepairable(letter)) countMissed(missed, nameOf(letter), attempt.why);
    }
    progress(done + batch.length);
  }
  return { letters, repairable, total, defects: [...defects.values()], wrongRepairs, missed };
}

const NOTHING: MendqAttempt = { payload: undefined, why: '' };

function defectAt(index: number): Defect {
  const defect = ALL_DEFECTS[index % ALL_DEFECTS.length];
  if (defect === undefined) throw new Error('there is no defect');
  return defect;
}

function nameOf({ defects }: BrokenLetter): string {
  return defects.length > 1 ? COMBINED : (defects[0]?.name ?? '');
}

function scoresFor(letter: BrokenLetter, defects: ReadonlyMap<string, DefectScores>): Readonly<Record<string, Score>> {
  const scores = defects.get(nameOf(letter));
  if (scores === undefined) throw new Error(`there is no defect ${nameOf(letter)}`);
  scores.letters++;
  return scores.scores;
}

async function openHouses(count: number, random: Random): Promise<readonly JobHouse[]> {
  const houses: JobHouse[] = [];
  for (let index = 0; index < count; index++) houses.push(await openJobHouse(makeShape(random, index % 2 === 1), index % 2 === 0));
  return houses;
}

/** Counts every contestant's result; returns how mendq did. */
function score(letter: BrokenLetter, byMendq: Json | undefined, boards: readonly Readonly<Record<string, Score>>[]): Judgement {
  const judgements = [['mendq', judge(letter, byMendq)] as const, ...Object.entries(PEERS).map(([peer, mend]) => [peer, judge(letter, mend(letter))] as const)];
  for (const board of boards) for (const [contestant, judgement] of judgements) note(board[contestant], judgement);
  return judge(letter, byMendq);
}

function note(line: Score | undefined, judgement: Judgement): void {
  if (line === undefined) return;
  if (judgement === 'wrong on protected') line.wrongOnProtected++;
  line[judgement === 'wrong on protected' ? 'wrong' : judgement]++;
}

function shown({ defects, text, original }: BrokenLetter, { payload, why }: MendqAttempt): WrongRepair {
  return { defects: defects.map(({ name }) => name), text, original, repaired: payload ?? null, operations: why };
}

function countMissed(missed: Map<string, Map<string, number>>, name: string, why: string): void {
  const reasons = missed.get(name) ?? new Map<string, number>();
  missed.set(name, reasons);
  const kind = why.replace(/\/\S+/g, '<place>');
  reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
}

function row(name: string, repairable: boolean): DefectScores {
  return { name, repairable, letters: 0, scores: emptyScores() };
}

function emptyScores(): Readonly<Record<string, Score>> {
  return Object.fromEntries(CONTESTANTS.map((name) => [name, { healed: 0, wrong: 0, wrongOnProtected: 0, abstained: 0 }]));
}
