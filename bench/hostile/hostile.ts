import { HOSTILE_PLACES, WIDE_PAYLOADS } from './payloads.ts';
import { HOSTILE_TEXTS } from './texts.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { RawLetter } from '../../src/core/dead-letter.ts';
import type { JobType } from '../../src/core/job-type.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import type { PayloadSchema } from '../../src/core/payload-schema.ts';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import { inspect } from '../../src/inspect/inspect.ts';
import { repair } from '../../src/repair/repair.ts';
import { readSchema } from '../../src/schema/read-schema.ts';

/** How the time of one case grows. */
export interface HostileCase {
  readonly name: string;
  /** Time for 1 MB as a multiple of that for 100 kB. */
  readonly growth: number;
  /** Time for 1 MB. */
  readonly milliseconds: number;
}

const SMALL = 100_000;
const LARGE = 10 * SMALL;
/** Times below this, in milliseconds of 1 MB, are measured against it: what is so quick is not worth an attack. */
const SHORTEST = 20;
const AT = new Date(Date.UTC(2026, 2, 4));
const USUAL: JsonObject = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };

type Size = number;

/** Decides letters with hostile failures and payloads of 100 kB and of 1 MB, from the bytes to the proof. */
export async function measureHostile(progress: (name: string) => void): Promise<readonly HostileCase[]> {
  const cases: HostileCase[] = [];
  const measure = async (name: string, schema: JsonObject, letterOf: (size: Size) => RawLetter): Promise<void> => {
    progress(name);
    const jobType = jobTypeOf(await readSchema(schema, { where: 'bench', timeLimit: 60_000, clock: systemClock }));
    cases.push({ name, ...(await growthOf(jobType, letterOf)) });
  };
  for (const [kind, textOf] of Object.entries(HOSTILE_TEXTS)) {
    await measure(`message: ${kind}`, USUAL, (size) => letter({ a: 'x' }, textOf(size), [`Error: ${textOf(size)}\n    at a (/app/a.js:1:1)`]));
    await measure(`stack: ${kind}`, USUAL, (size) => letter({ a: '5' }, '', [`Error: old\n    at a (/app/a.js:1:1)`, textOf(size)]));
    for (const place of HOSTILE_PLACES) await measure(`${kind} ${place.name}`, place.schema, (size) => letter(place.payload(textOf(size)), 'x', []));
  }
  for (const [kind, make] of Object.entries(WIDE_PAYLOADS)) await measure(kind, make(SMALL).schema, (size) => letter(make(size).payload, 'x', []));
  return cases;
}

async function growthOf(jobType: JobType, letterOf: (size: Size) => RawLetter): Promise<Omit<HostileCase, 'name'>> {
  const [small, large] = [letterOf(SMALL), letterOf(LARGE)];
  await decide(small, jobType);
  const smallTimes: number[] = [];
  for (let run = 0; run < 5; run++) smallTimes.push(await timeOf(small, jobType));
  const largeTimes = [await timeOf(large, jobType)];
  // A collection of garbage may fall into one run; only a time that stays is the code's own.
  while (largeTimes.length < 10 && Math.min(...largeTimes) > SHORTEST && Math.min(...largeTimes) > 11 * Math.min(...smallTimes)) largeTimes.push(await timeOf(large, jobType));
  const milliseconds = Math.min(...largeTimes);
  return { growth: Math.round((milliseconds / Math.max(Math.min(...smallTimes), SHORTEST / 10)) * 10) / 10, milliseconds: Math.round(milliseconds * 100) / 100 };
}

/** Milliseconds by the clock. The least of several is taken, so that other processes of the machine count for nothing. */
async function timeOf(raw: RawLetter, jobType: JobType): Promise<number> {
  const before = performance.now();
  await decide(raw, jobType);
  return performance.now() - before;
}

async function decide(raw: RawLetter, jobType: JobType): Promise<void> {
  const [inspected] = await inspect([{ raw, round: 0, jobType }]);
  if (inspected === undefined) throw new Error('inspect returned nothing');
  await diagnose([inspected], { policy: DEFAULT_POLICY, now: AT, askFulfilment: async () => new Map() });
  await repair([{ letter: inspected, diagnosis: { cause: 'malformed', rule: 'bench', why: '', evidence: [], confidence: 'certain' } }], { remedies: new Map() });
}

function letter(payload: Json, reason: string, stack: readonly string[]): RawLetter {
  return {
    queue: 'bench', messageId: '1', epoch: '1', broker: 'bullmq', name: 'bench', body: new TextEncoder().encode(JSON.stringify(payload)), headers: {},
    failure: { reason, stack, at: AT }, attempts: 3, enqueuedAt: AT,
  };
}

function jobTypeOf(schema: PayloadSchema): JobType {
  return {
    schema, effects: 'database', protect: ['/orderId'], freeText: ['/note'], tidy: ['/note'], fill: {}, revision: '1',
    aliases: { '/place': ['other'] }, synonyms: { '/place': { neu: 'draft' } }, locales: { '/place': 'de-DE' },
  };
}
