import { isDeepStrictEqual } from 'node:util';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import type { LetterRecord } from '../../src/index.ts';
import { createMendq } from '../../src/index.ts';
import { openPostgresLedger } from '../../src/ledger/postgres.ts';
import { redisUrl } from '../services.ts';
import { openRedis, type Backend } from './backends.ts';
import { corrected, crowd, healed, Parcel, worker, type Effects, type Job } from './crowd.ts';
import { meddler, type Meddler } from './meddler.ts';
import { withProtocol, type Reading } from './reading-protocol.ts';

const LETTERS = Number(process.env['MENDQ_STORY_LETTERS'] ?? 10_000);
const SEED = Number(process.env['MENDQ_STORY_SEED'] ?? 1);

/** Replays between two acts of the person. */
const REPLAYS_PER_ACT = 10;

const POLICY = { backoff: { base: 5, factor: 1, cap: 10 }, holdRetry: 20, settleAfter: 50 };

/** Puts jobs on the queue and waits until none is left to run. */
async function settle(backend: Backend, jobs: readonly Job[]): Promise<void> {
  await backend.queue.addBulk(jobs.map(({ id, data }) => ({ name: 'send', data, opts: { jobId: id, attempts: 1 } })));
  await idle(backend);
}

async function idle({ queue }: Backend): Promise<void> {
  while ((await queue.getJobCountByTypes('wait', 'active', 'prioritized', 'delayed')) > 0) await new Promise((resolve) => { setTimeout(resolve, 10); });
}

async function allRecords(url: string): Promise<ReadonlyMap<string, readonly LetterRecord[]>> {
  const { ledger } = await openPostgresLedger({ url });
  const byJob = new Map<string, LetterRecord[]>();
  for (let after: string | undefined; ;) {
    const page = await ledger.list({ limit: 1000, ...(after === undefined ? {} : { after }) });
    for (const record of page) byJob.set(record.letter.messageId, [...(byJob.get(record.letter.messageId) ?? []), record]);
    after = page.at(-1)?.id;
    if (page.length < 1000) break;
  }
  await ledger.close();
  return byJob;
}

interface End {
  readonly completed: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  readonly effects: Effects;
  readonly person: Meddler;
  readonly records: ReadonlyMap<string, readonly LetterRecord[]>;
}

const UNFINISHED = ['seen', 'planned', 'claimed', 'intent', 'replayed'];

/** The one end that a job came to, or what is wrong with it. */
function endOf(job: Job, end: End): string {
  const states = (end.records.get(job.id) ?? []).map(({ state }) => state);
  const effects = end.effects.get(String(job.data['key'])) ?? [];
  const says = (...wanted: readonly string[]): boolean => states.some((state) => wanted.includes(state));
  const wrong = (what: string): string => `${what}: ${job.id} with ${effects.length} effects is ${states.join(', ')}`;
  if (effects.length > 1) return wrong('twice');
  if (says(...UNFINISHED)) return wrong('unfinished');
  if (says('healed', 'presumed', 'settled') && effects.length === 0) return wrong('untrue');
  return placeOf(job, end, says) ?? wrong('misplaced');
}

function placeOf(job: Job, end: End, says: (...states: readonly string[]) => boolean): string | undefined {
  if (end.failed.has(job.id)) return says('escalated', 'parked', 'superseded') ? 'waits for a person' : undefined;
  if (end.completed.has(job.id)) return isCompletion(job, end, says) ? 'completed' : undefined;
  if (says('settled', 'discarded')) return 'archived';
  return end.person.removed.has(job.id) ? 'removed by the person' : undefined;
}

/** By mendq, or by the person: before mendq saw the letter, instead of mendq, or after mendq had handed it over. */
function isCompletion(job: Job, { effects, person, records }: End, says: (...states: readonly string[]) => boolean): boolean {
  if (effects.get(String(job.data['key']))?.length !== 1) return false;
  return says('healed', 'superseded') || !records.has(job.id) || (says('escalated') && person.edited.has(job.id));
}

/** True where whatever was done of the job was done with its healed payload, or with that of the person who corrected it. */
function isRight(job: Job, { effects, person }: End): boolean {
  const right = [healed(job), ...(person.edited.has(job.id) ? [corrected(job)] : [])];
  return (effects.get(String(job.data['key'])) ?? []).every((payload) => right.some((one) => isDeepStrictEqual(one, payload)));
}

function twiceOrMissing({ there, read }: Reading): readonly string[] {
  const once = new Set(read);
  const missing = [...there].filter((death) => !once.has(death));
  return once.size === read.length ? missing : [...missing, `${read.length - once.size} deaths came twice`];
}

it('accounts for each of 10,000 letters while new ones fail and a person retries, edits and removes at random', async () => {
  const backend = await openRedis('parcels');
  const { process: work, effects } = worker();
  backend.work(async (job) => work(job.id ?? '', job.data)).concurrency = 50;
  const jobs = crowd(LETTERS, SEED);
  const byId = new Map(jobs.map((job) => [job.id, job] as const));
  const person = meddler(backend.queue, byId, SEED + 1);
  const definition = backend.definition({
    send: {
      schema: Parcel,
      effects: 'external',
      idempotencyKey: ({ key }) => key,
      fulfilledMany: (parcels) => parcels.map(({ key }) => effects.has(key)),
    },
  });
  const redis = new Redis(redisUrl());
  const keyOf = (state: string): string => `${String(backend.queue.opts.prefix)}:parcels:${state}`;
  const { definition: protocolled, readings } = withProtocol(definition, redis, keyOf('failed'));
  const mendq = createMendq({ queues: [protocolled], ledger: backend.ledger, errors: { EmptyFileError: 'hopeless' }, policy: POLICY }, { directory: backend.directory });
  let replays = 0;
  let acts: Promise<void> = Promise.resolve();
  mendq.on('letter-replayed', () => {
    replays += 1;
    if (replays % REPLAYS_PER_ACT === 0) acts = acts.then(() => person.act());
  });
  try {
    // Half of them are dead when healing begins, the rest dies while it goes on.
    await settle(backend, jobs.slice(0, LETTERS / 2));
    let added = LETTERS / 2;
    for (let isDone = false; !isDone;) {
      const fresh = jobs.slice(added, added + LETTERS / 10);
      added += fresh.length;
      const [report] = await Promise.all([mendq.heal(), settle(backend, fresh)]);
      expect(report.failures).toEqual([]);
      const settledActs = acts;
      await settledActs;
      await idle(backend);
      isDone = fresh.length === 0 && settledActs === acts && report.decided === 0 && report.unfinished === 0;
    }
    const idsIn = async (state: string): Promise<ReadonlySet<string>> => new Set(await redis.zrange(keyOf(state), 0, -1));
    const end: End = { completed: await idsIn('completed'), failed: await idsIn('failed'), effects, person, records: await allRecords(backend.ledger) };
    const ends = new Map<string, number>();
    for (const job of jobs) ends.set(endOf(job, end), (ends.get(endOf(job, end)) ?? 0) + 1);
    expect([...ends.keys()].toSorted()).toEqual(['archived', 'completed', 'removed by the person', 'waits for a person']);
    expect([...ends.values()].reduce((sum, count) => sum + count, 0)).toBe(LETTERS);
    expect(jobs.filter((job) => !isRight(job, end))).toEqual([]);
    expect(Math.min(...Object.values(person.counts))).toBeGreaterThan(0);
    // B12: within a reading no death comes twice, and none that was there all the time is missing.
    expect(readings.length).toBeGreaterThan(1);
    expect(readings.flatMap(twiceOrMissing)).toEqual([]);
  } finally {
    await mendq.close();
    redis.disconnect();
    await backend.close();
  }
}, 300_000);
