import { expect, it } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { openBench } from '../fixtures/bench.ts';
import { down, shipments } from '../fixtures/shipments.ts';

it('ends a pass in which held letters fall due again before the last one was looked at', async () => {
  const clock = manualClock();
  const letters = 250;
  let takes = 0;
  let queue: ReturnType<typeof shipments> | undefined;
  const bench = await openBench((given) => [(queue = shipments(given, {}))], {
    clock,
    wrapLedger: (ledger) => ({
      ...ledger,
      take: async (request) => {
        takes += 1;
        if (takes > 20) throw new Error('the pass does not end');
        // Each batch takes longer than a held letter waits.
        await clock.advance(60_000);
        return ledger.take(request);
      },
    }),
  });
  try {
    for (let index = 0; index < letters; index += 1) queue?.add('ship', { key: `key-${index}`, express: true, amount: 1 });
    await queue?.work(down);
    await heal(bench.house, {}, bench.emit);
    await clock.advance(3_600_000);
    takes = 0;
    const report = await heal(bench.house, {}, bench.emit);
    expect(report).toMatchObject({ failures: [], replayed: 1, unfinished: letters });
    expect(takes).toBe(4);
  } finally {
    await bench.close();
  }
});
