import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../src/config/check-config.ts';
import { checkJobType } from '../../src/config/check-job-type.ts';
import { defineConfig } from '../../src/config/config.ts';
import { memory } from '../../src/queues/memory/memory.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';

const queues = [memory('parcels', { clock: manualClock() })];
const problemOf = (retention: unknown): string | undefined => {
  try {
    checkConfig({ queues, policy: { retention } });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('policy.retention', () => {
  it('takes milliseconds, or undefined to keep for ever', () => {
    expect(defineConfig({ queues, policy: { retention: { payloads: 1000 } } }).policy?.retention).toEqual({ payloads: 1000 });
    for (const retention of [{}, { payloads: 1 }, { payloads: undefined, archive: 1 }, { payloads: 1, archive: undefined }]) expect(problemOf(retention)).toBeUndefined();
  });

  it.each([
    [90, /policy\.retention.*not an object/],
    [{ payloads: 0 }, /policy\.retention\.payloads.*0 is not a number above 0/],
    [{ payloads: '90d' }, /policy\.retention\.payloads.*"90d"/],
    [{ archive: Infinity }, /policy\.retention\.archive/],
    [{ letters: 5 }, /policy\.retention\.letters.*no such setting/],
  ])('refuses %j', (retention, problem) => {
    expect(problemOf(retention)).toMatch(problem);
  });
});

describe('subject', () => {
  it('is a function', () => {
    expect(() => checkJobType({ subject: (payload: { id: string }) => [payload.id] }, 'job send')).not.toThrow();
    expect(() => checkJobType({ subject: 'id' } as never, 'job send')).toThrow(/subject.*not a function/);
  });
});
