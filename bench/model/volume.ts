import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

import { systemClock } from '../../src/core/clock.ts';
import type { Json } from '../../src/core/json.ts';
import { createMendq, googleModel } from '../../src/index.ts';
import { memory } from '../../src/queues/memory/memory.ts';
import { startAnsweringServer } from './answering-server.ts';

const SHAPES = 20;
/** Renamed so that the name shows it; the other shapes have a name that nothing speaks for. */
const RENAMED = [
  ['quantity', 'qty'], ['description', 'desc'], ['message', 'msg'], ['color', 'colour'], ['address', 'adress'], ['receiver', 'reciever'], ['organization', 'organisation'],
  ['createdAt', 'createdOn'], ['category', 'ctg'], ['number', 'nmb'], ['center', 'centre'], ['canceled', 'cancelled'], ['parameter', 'prm'], ['manager', 'mngr'],
] as const;

/** What came of it. */
export interface Volume {
  readonly letters: number;
  readonly shapes: number;
  readonly calls: number;
  readonly mostInFlight: number;
  readonly tokens: number;
  readonly dollars: number;
  readonly healed: number;
  readonly leftToPerson: number;
  readonly seconds: number;
}

/** Kills letters of 20 kinds, lets mendq ask a model over HTTP, and runs the worker between passes until nothing moves any more. */
export async function measureVolume(letters: number, progress: (text: string) => void): Promise<Volume> {
  const server = await startAnsweringServer(answerTo, 50);
  const directory = await mkdtemp(join(tmpdir(), 'mendq-volume-'));
  const shapes = Array.from({ length: SHAPES }, (_, index) => shapeOf(index));
  const queue = memory('volume', { clock: systemClock, jobs: Object.fromEntries(shapes.map(({ name, schema }) => [name, { schema, effects: 'database' as const }])) });
  const mendq = createMendq({ queues: [queue], ledger: process.env['DATABASE_URL'] ?? join(directory, 'ledger'), archive: join(directory, 'archive'), model: googleModel('gemini-3.5-flash-lite', { apiKey: 'test-key', baseURL: server.baseURL }) }, { directory });
  const byName = new Map(shapes.map((shape) => [shape.name, shape] as const));
  const work = (payload: Json, { name }: { readonly name: string }): void => { byName.get(name)?.schema.parse(payload); };
  try {
    for (let index = 0; index < letters; index++) {
      const shape = shapes[index % SHAPES];
      if (shape !== undefined) queue.add(shape.name, { ref: `r-${index}`, [shape.sent]: index }, { attempts: 1 });
    }
    await queue.work(work);
    const start = performance.now();
    for (let pass = 1; ; pass++) {
      const { replayed, decided, unfinished } = await mendq.heal();
      progress(`pass ${pass}: ${decided} decided, ${replayed} replayed, ${Math.round((performance.now() - start) / 1000)} s`);
      const ran = await queue.work(work);
      if (ran === 0 && replayed === 0 && unfinished === 0) break;
    }
    const seconds = (performance.now() - start) / 1000;
    const spent = await mendq.spend();
    return {
      letters, shapes: SHAPES, calls: server.calls, mostInFlight: server.mostInFlight, tokens: spent.today.tokens, dollars: spent.today.money,
      healed: queue.messages('completed').size, leftToPerson: queue.messages('failed').size, seconds: Math.round(seconds * 10) / 10,
    };
  } finally {
    await mendq.close();
    server.close();
    await rm(directory, { recursive: true });
  }
}

function shapeOf(index: number): { readonly name: string; readonly sent: string; readonly schema: z.ZodType } {
  const [wanted, sent] = RENAMED[index] ?? [`measure${index}`, `reading${index}`];
  return { name: `job-${index}`, sent, schema: z.object({ ref: z.string(), [wanted]: z.number() }) };
}

/** An honest answer where one unknown key and one missing member stand in the question. */
function answerTo(prompt: string): object {
  const [, missing] = /^- (\/\S+): missing/m.exec(prompt) ?? [];
  const known = RENAMED.some(([wanted]) => missing === `/${wanted}`);
  return {
    evidence: ['one key is unknown and one member is missing'],
    explanation: known ? 'The producer writes another name.' : 'Nothing tells which value is meant.',
    verdict: known ? 'repair' : 'unknown',
    programs: known ? [{ operations: [{ operation: 'rename-key', path: '/?1', argument: missing }] }] : [],
  };
}
