import { expect, it } from 'vitest';
import { manualClock } from '../../src/testing/manual-clock.ts';

it('wakes sleepers in the order of their time, and those whose signal is aborted at once', async () => {
  const clock = manualClock();
  const woken: string[] = [];
  const abort = new AbortController();
  void clock.sleep(200).then(() => woken.push('late'));
  void clock.sleep(100).then(() => woken.push('early'));
  const aborted = clock.sleep(300, abort.signal).then(() => woken.push('aborted'));
  await clock.advance(50);
  expect(woken).toEqual([]);
  await clock.advance(150);
  expect(woken).toEqual(['early', 'late']);
  abort.abort();
  await aborted;
  expect(woken).toEqual(['early', 'late', 'aborted']);
});
