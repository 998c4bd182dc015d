import { expect } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { allLetters, body, onlyLetter, recallOrder, replayOrder } from './queue-orders.ts';
import type { OnQueue } from './queue-under-test.ts';

/** What an adapter promises that takes replays back. */
export function describeRecalling(onQueue: OnQueue): void {
  const bodies: readonly Json[] = [{ amount: '1' }, {}, { text: 'ä€😀"\\', list: [1, null, { deep: [] }] }];
  for (const attempts of ['single', 'full'] as const) {
    onQueue(`takes a ${attempts} replay back as the letter that it was, and replays it later`, async ({ adapter, die, run }) => {
      for (const [index, payload] of bodies.entries()) {
        await die(`job-${index}`, payload);
        const letter = await onlyLetter(adapter);
        const repaired = body({ repaired: index });
        const order = replayOrder(letter, `r-${index}`, { repaired, attempts });
        await adapter.replay([order]);
        expect(await adapter.recall([recallOrder(letter, `r-${index}`, repaired)])).toMatchObject([{ kind: 'done', earlier: false }]);
        expect(await onlyLetter(adapter)).toEqual(letter);
        expect(await run('complete')).toBeUndefined();
        expect(await adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: false }]);
        expect(await run('complete')).toEqual({ id: `job-${index}`, payload: { repaired: index } });
      }
    });
  }

  onQueue('knows a recall that is sent again, and one of a replay that never was', async ({ adapter, die }) => {
    await die('one', {});
    const letter = await onlyLetter(adapter);
    await adapter.replay([replayOrder(letter, 'r1')]);
    expect(await adapter.recall([recallOrder(letter, 'r1'), recallOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }, { kind: 'done', earlier: true }]);
    expect(await adapter.recall([recallOrder({ ...letter, messageId: 'nobody' }, 'r2')])).toMatchObject([{ kind: 'superseded' }]);
    expect(await adapter.recall([])).toEqual([]);
  });

  onQueue('takes no replay back that has run', async ({ adapter, die, run, whereabouts }) => {
    for (const id of ['a', 'b']) await die(id, { id });
    const letters = await allLetters(adapter);
    await adapter.replay(letters.map((letter) => replayOrder(letter, `r-${letter.messageId}`)));
    await run('complete');
    await run('fail');
    const before = await Promise.all(['a', 'b'].map(whereabouts));
    expect(await adapter.recall(letters.map((letter) => recallOrder(letter, `r-${letter.messageId}`)))).toMatchObject([{ kind: 'superseded' }, { kind: 'superseded' }]);
    expect(await Promise.all(['a', 'b'].map(whereabouts))).toEqual(before);
  });

  onQueue('takes nothing back that somebody else put there or changed', async ({ adapter, die, retryByHand, changeBody, run }) => {
    await die('hand', { by: 'hand' });
    const first = await onlyLetter(adapter);
    await retryByHand('hand');
    expect(await adapter.recall([recallOrder(first, 'r1')])).toMatchObject([{ kind: 'superseded' }]);
    expect(await run('complete')).toEqual({ id: 'hand', payload: { by: 'hand' } });
    await die('changed', { amount: 1 });
    const second = await onlyLetter(adapter);
    await adapter.replay([replayOrder(second, 'r2')]);
    await changeBody('changed', { amount: 2 });
    expect(await adapter.recall([recallOrder(second, 'r2')])).toMatchObject([{ kind: 'superseded' }]);
    expect(await run('complete')).toEqual({ id: 'changed', payload: { amount: 2 } });
  });

  onQueue('takes a replay back once when 20 persons try at the same moment', async ({ adapter, openAnother, die, run }) => {
    await die('one', {});
    const letter = await onlyLetter(adapter);
    await adapter.replay([replayOrder(letter, 'r1')]);
    const other = await openAnother();
    const receipts = (await Promise.all(Array.from({ length: 20 }, async (_, index) => (index % 2 === 0 ? adapter : other).recall([recallOrder(letter, 'r1')])))).flat();
    expect(receipts.filter((receipt) => receipt.kind === 'done' && !receipt.earlier)).toHaveLength(1);
    expect(receipts.filter((receipt) => receipt.kind === 'done' && receipt.earlier)).toHaveLength(19);
    expect(await onlyLetter(adapter)).toEqual(letter);
    expect(await run('complete')).toBeUndefined();
    await other.close();
  });

  onQueue('either takes a replay back or lets a worker have it, never both', async ({ adapter, die, run }) => {
    for (let round = 0; round < 10; round += 1) {
      await die(`job-${round}`, { round });
      const letter = (await allLetters(adapter)).find(({ messageId }) => messageId === `job-${round}`);
      if (letter === undefined) throw new Error('the letter is missing');
      await adapter.replay([replayOrder(letter, `r-${round}`)]);
      const [[receipt], ran] = await Promise.all([adapter.recall([recallOrder(letter, `r-${round}`)]), run('complete')]);
      expect(receipt?.kind === 'done').toBe(ran === undefined);
      expect((await allLetters(adapter)).some(({ messageId }) => messageId === letter.messageId)).toBe(ran === undefined);
    }
  });
}

/** What an adapter promises that takes no replay back. */
export function describeRefusedRecalls(onQueue: OnQueue): void {
  onQueue('takes no replay back, says why, and changes nothing', async ({ adapter, die, run }) => {
    await die('one', { amount: 1 });
    const letter = await onlyLetter(adapter);
    await adapter.replay([replayOrder(letter, 'r1')]);
    expect(await adapter.recall([recallOrder(letter, 'r1')])).toEqual([{ kind: 'refused', why: expect.stringContaining("can't be taken back") }]);
    expect(await run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
    expect(await adapter.recall([])).toEqual([]);
  });
}
