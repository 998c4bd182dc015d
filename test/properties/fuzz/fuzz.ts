import { parseArgs } from 'node:util';
import fc from 'fast-check';

import { INSPECT_LAWS } from './inspect-laws.ts';
import { INVERSE_LAWS } from './inverse-laws.ts';
import type { Property } from './property.ts';
import { REPAIR_LAWS } from './repair-laws.ts';

const PROPERTIES: readonly Property[] = [...REPAIR_LAWS, ...INSPECT_LAWS, ...INVERSE_LAWS];
/** Cases of one property that are tried in a row. */
const CHUNK = 2000;
/** No case may take longer, in milliseconds of processor time: this is what "bounded" means here. */
const LONGEST_CASE = 2000;

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string' }, property: { type: 'string' }, path: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const runs = positive('--runs', options.runs);
// A run without a seed tries what none before has tried; it tells the seed, so that it can be repeated.
const seed = options.seed === undefined ? process.pid * 1009 + (Number(process.hrtime.bigint() / 1000n) % 1_000_000_007) : Number(options.seed);
if (!Number.isSafeInteger(seed)) refuse('--seed: give a whole number');
const chosen = PROPERTIES.filter(({ name }) => options.property === undefined || name === options.property);
if (chosen.length === 0) refuse(`--property: give one of ${PROPERTIES.map(({ name }) => name).join(', ')}`);

process.stderr.write(`seed ${seed}, ${runs} runs\n`);
const violation = await tryAll();
if (violation !== undefined) process.stderr.write(`${violation}\n`);
const status = violation === undefined ? 'ok' : 'error';
process.stdout.write(options.json ? `${JSON.stringify({ status, summary: { runs, seed, ...(violation === undefined ? {} : { violation }) } })}\n` : `${status}: ${violation === undefined ? `${runs} runs, no violation` : 'a property was violated'}, seed ${seed}\n`);
process.exitCode = violation === undefined ? 0 : 1;

/** The first violation in words, with the command that shows it again; `undefined` where every property held. */
async function tryAll(): Promise<string | undefined> {
  const whole = chosen.reduce((sum, { share }) => sum + share, 0);
  const left = new Map(chosen.map((one) => [one, Math.ceil((runs * one.share) / whole)]));
  let done = 0;
  for (let chunk = 0; left.size > 0; chunk++) {
    for (const [one, remaining] of left) {
      const count = Math.min(CHUNK, remaining);
      const found = await tryOne(one, seed + chunk, count);
      if (found !== undefined) return found;
      done += count;
      if (remaining > count) left.set(one, remaining - count);
      else left.delete(one);
    }
    process.stderr.write(`${done} runs\n`);
  }
  return undefined;
}

async function tryOne({ name, cases, check }: Property, itsSeed: number, count: number): Promise<string | undefined> {
  const timed = fc.asyncProperty(cases, async (example) => {
    const before = process.cpuUsage();
    await check(example);
    const { user, system } = process.cpuUsage(before);
    if (user + system > LONGEST_CASE * 1000) throw new Error(`the case took ${Math.round((user + system) / 1000)} ms`);
  });
  const details = await fc.check(timed, { seed: itsSeed, numRuns: count, ...(options.path === undefined ? {} : { path: options.path }) });
  if (!details.failed) return undefined;
  const again = `npm run fuzz -- --property ${name} --seed ${itsSeed} --path ${details.counterexamplePath ?? ''} --runs ${count}`;
  return `${name} is violated by ${fc.stringify(details.counterexample)}\n${String(details.errorInstance)}\nAgain: ${again}`;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : refuse(`${name}: give a whole number above 0`);
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
