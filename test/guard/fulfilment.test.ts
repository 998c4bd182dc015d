import { describe, expect, it } from 'vitest';
import { toDeadLetter } from '../../src/core/to-dead-letter.ts';
import type { FulfilmentQuestion } from '../../src/core/fulfilment.ts';
import { redactionOf } from '../../src/config/redaction.ts';
import type { JobType } from '../../src/core/job-type.ts';
import type { Json } from '../../src/core/json.ts';
import { createAskFulfilment } from '../../src/guard/fulfilment.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { jobType, rawLetter } from '../fixtures/records.ts';

/** Passwords are hidden, as without any configuration. */
const redactorFor = redactionOf({ queues: [] });

function question(payload: Json, messageId = '1'): FulfilmentQuestion {
  return { letter: toDeadLetter(rawLetter(payload, { messageId }), 0), payload };
}

function ask(type: Partial<JobType>) {
  const clock = manualClock();
  const configured = jobType(type);
  return { clock, ask: createAskFulfilment({ jobTypeOf: () => configured, redactorFor, hookTimeout: 1000, clock }) };
}

describe('fulfilment', () => {
  it.each([[true, 'yes'], [false, 'no'], ['in-progress', 'in-progress']] as const)('reads the answer %s', async (answer, expected) => {
    const answers = await ask({ fulfilled: () => answer }).ask([question({})]);
    expect([...answers.values()]).toEqual([{ fulfilment: expected }]);
  });

  it('is unknown without a hook', async () => {
    const answers = await ask({}).ask([question({})]);
    expect([...answers.values()]).toEqual([{ fulfilment: 'unknown' }]);
  });

  it.each([
    ['throws', () => { throw new Error('database down'); }, 'fulfilled threw: database down'],
    ['rejects', () => Promise.reject(new Error('database down')), 'fulfilled threw: database down'],
    ['answers nonsense', () => 1 as never, "fulfilled answered 1; it must answer true, false or 'in-progress'"],
    ['answers nothing', () => undefined as never, "fulfilled answered undefined; it must answer true, false or 'in-progress'"],
  ])('fails where the hook %s', async (_, fulfilled, problem) => {
    const answers = await ask({ fulfilled }).ask([question({})]);
    expect([...answers.values()]).toEqual([{ fulfilment: 'failed', problem }]);
  });

  it('fails where the hook hangs', async () => {
    const hanging = ask({ fulfilled: () => new Promise(() => undefined) });
    const answers = hanging.ask([question({})]);
    await hanging.clock.advance(1000);
    expect([...(await answers).values()]).toEqual([{ fulfilment: 'failed', problem: 'fulfilled gave no answer within 1000 ms' }]);
  });

  it('asks once for many payloads and prefers that', async () => {
    let calls = 0;
    const many = ask({
      fulfilled: () => { throw new Error('not this one'); },
      fulfilledMany: (payloads) => { calls += 1; return payloads.map((payload) => (payload as { done: boolean }).done); },
    });
    const answers = await many.ask([question({ done: true }, '1'), question({ done: false }, '2'), question({ done: true }, '3')]);
    expect(calls).toBe(1);
    expect([...answers.values()].map(({ fulfilment }) => fulfilment)).toEqual(['yes', 'no', 'yes']);
  });

  it('fails every letter where fulfilledMany answers another number of entries', async () => {
    const answers = await ask({ fulfilledMany: () => [true] }).ask([question({}, '1'), question({}, '2')]);
    expect([...answers.values()].map(({ fulfilment }) => fulfilment)).toEqual(['failed', 'failed']);
  });
});
