import { describe, expect, it } from 'vitest';
import { withTimeLimit } from '../../src/core/time-limit.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';

describe('time limit', () => {
  it('gives the value, or what was thrown', async () => {
    const clock = manualClock();
    expect(await withTimeLimit(() => 7, 100, clock)).toEqual({ kind: 'done', value: 7 });
    expect(await withTimeLimit(() => Promise.reject(new Error('no')), 100, clock)).toEqual({ kind: 'failed', error: new Error('no') });
  });

  it('gives up on work that hangs and tells it so', async () => {
    const clock = manualClock();
    let told = false;
    const hanging = withTimeLimit((signal) => new Promise(() => { signal.addEventListener('abort', () => { told = true; }); }), 100, clock);
    await clock.advance(99);
    expect(told).toBe(false);
    await clock.advance(1);
    expect(await hanging).toEqual({ kind: 'timed-out' });
    expect(told).toBe(true);
  });
});
