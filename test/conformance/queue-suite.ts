import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RawLetter } from '../../src/core/dead-letter.ts';
import { body, onlyLetter, removeOrder, replayOrder } from './queue-orders.ts';
import { describeRecalling, describeRefusedRecalls } from './queue-recall-suite.ts';
import type { OnQueue, QueueUnderTest } from './queue-under-test.ts';

/** A broker that can make queues. */
export interface QueueHarness {
  readonly name: string;
  /** Starts what all queues share. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A fresh queue; bodies above `payloadBytes` are not loaded. */
  queue(options?: { readonly payloadBytes?: number }): Promise<QueueUnderTest>;
  /** How many letters the test of reading under change works with. @defaultValue 300 */
  readonly manyLetters?: number;
  /** False where a replay can't be taken back; the adapter then refuses it. @defaultValue true */
  readonly recalls?: boolean;
}

export { allLetters, body, onlyLetter, removeOrder, replayOrder } from './queue-orders.ts';
export type { QueueUnderTest } from './queue-under-test.ts';

/** What every queue adapter promises, on a real queue each. */
export function describeQueueAdapter(harness: QueueHarness): void {
  describe(`the queue contract on ${harness.name}`, () => {
    beforeAll(async () => harness.start(), 60_000);
    afterAll(async () => harness.stop(), 60_000);

    const onQueue = (name: string, work: (queue: QueueUnderTest) => Promise<void>, options?: { readonly payloadBytes?: number }): void => {
      test(name, async () => {
        const queue = await harness.queue(options);
        try {
          await work(queue);
        } finally {
          await queue.close();
        }
      }, 60_000);
    };

    describeReading(harness, onQueue);
    describeReplaying(onQueue);
    describeRemoving(onQueue);
    if (harness.recalls !== false) describeRecalling(onQueue);
    else describeRefusedRecalls(onQueue);
    describeWatching(onQueue);
  });
}

function describeReading(harness: QueueHarness, onQueue: OnQueue): void {
  onQueue('reads nothing from an empty queue', async ({ adapter }) => {
    expect(await adapter.read()).toEqual({ letters: [] });
    expect(await adapter.look(['nobody'])).toEqual([undefined]);
  });

  onQueue('reads a letter with its body, its failure and its key', async ({ adapter, die }) => {
    await die('one', { amount: 1, note: 'ä€😀' });
    const letter = await onlyLetter(adapter);
    expect(letter).toMatchObject({ queue: adapter.name, broker: adapter.broker, messageId: 'one' });
    expect(JSON.parse(Buffer.from(letter.body).toString('utf8'))).toEqual({ amount: 1, note: 'ä€😀' });
    expect(letter.failure.reason).not.toBe('');
    expect(letter.failure.stack.at(-1)).toContain(letter.failure.reason);
    expect(letter.attempts).toBeGreaterThan(0);
    expect(await adapter.look(['one'])).toEqual([letter]);
  });

  onQueue('gives a large body as its size only', async ({ adapter, die }) => {
    await die('large', { text: 'x'.repeat(200) });
    await die('small', {});
    const [large, small] = (await adapter.read()).letters;
    expect(large?.oversize).toBeGreaterThan(200);
    expect(large?.body.byteLength).toBe(0);
    expect(small?.oversize).toBeUndefined();
  }, { payloadBytes: 100 });

  onQueue('B12 lists each letter exactly once while others are replayed and die', async ({ adapter, die }) => {
    const many = harness.manyLetters ?? 300;
    for (let index = 0; index < many; index += 1) await die(`old-${index}`, { index });
    const seen: RawLetter[] = [];
    let after: string | undefined;
    do {
      const page = await adapter.read(after, 50);
      seen.push(...page.letters);
      await adapter.replay(page.letters.filter((_, index) => index % 2 === 0).map((letter) => replayOrder(letter, `replay-${letter.messageId}`)));
      if (seen.length < many) await die(`new-${seen.length}`, {});
      after = page.next;
    } while (after !== undefined);
    // A replay that dies again is another letter; no death may be listed twice, and no message left out.
    expect(new Set(seen.map(({ messageId, epoch }) => `${messageId} ${epoch}`)).size).toBe(seen.length);
    expect(new Set(seen.map(({ messageId }) => messageId).filter((id) => id.startsWith('old-'))).size).toBe(many);
  });
}

function describeReplaying(onQueue: OnQueue): void {
  onQueue('puts a letter back with its repaired body', async ({ adapter, die, run, whereabouts }) => {
    await die('one', { amount: '1' });
    const letter = await onlyLetter(adapter);
    expect(await adapter.replay([replayOrder(letter, 'r1', { repaired: body({ amount: 1 }) })])).toMatchObject([{ kind: 'done', earlier: false }]);
    expect((await adapter.read()).letters).toEqual([]);
    expect(await run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
    expect(['completed', 'gone']).toContain(await whereabouts('one'));
  });

  onQueue('puts a letter back with the body it had', async ({ adapter, die, run }) => {
    await die('one', { amount: 1 });
    await adapter.replay([replayOrder(await onlyLetter(adapter), 'r1', { attempts: 'full' })]);
    expect(await run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
  });

  onQueue('replays once when an order is sent again, also after it ran', async ({ adapter, die, run }) => {
    await die('one', {});
    const order = replayOrder(await onlyLetter(adapter), 'r1');
    const [first] = await adapter.replay([order]);
    expect(await adapter.replay([order])).toEqual([{ ...first, earlier: true }]);
    expect(await run('complete')).toBeDefined();
    expect(await adapter.replay([order])).toEqual([{ ...first, earlier: true }]);
    expect(await run('complete')).toBeUndefined();
  });

  onQueue('B1 replays once when 20 healers try at the same moment', async ({ adapter, openAnother, die, run }) => {
    await die('one', {});
    const letter = await onlyLetter(adapter);
    const other = await openAnother();
    const receipts = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (index % 2 === 0 ? adapter : other).replay([replayOrder(letter, `healer-${index}`)])),
    );
    expect(receipts.flat().filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect(receipts.flat().filter(({ kind }) => kind === 'superseded')).toHaveLength(19);
    expect(await run('complete')).toBeDefined();
    expect(await run('complete')).toBeUndefined();
    await other.close();
  });

  onQueue('replays once when one order is sent 20 times at the same moment', async ({ adapter, openAnother, die, run }) => {
    await die('one', {});
    const order = replayOrder(await onlyLetter(adapter), 'r1');
    const other = await openAnother();
    const receipts = (await Promise.all(Array.from({ length: 20 }, async (_, index) => (index % 2 === 0 ? adapter : other).replay([order])))).flat();
    expect(receipts.filter((receipt) => receipt.kind === 'done' && !receipt.earlier)).toHaveLength(1);
    expect(receipts.filter((receipt) => receipt.kind === 'done' && receipt.earlier)).toHaveLength(19);
    expect(await run('complete')).toBeDefined();
    expect(await run('complete')).toBeUndefined();
    await other.close();
  });

  onQueue('B3 refuses a letter that was retried and died again meanwhile', async ({ adapter, die, retryByHand, run, whereabouts }) => {
    await die('one', {});
    const stale = await onlyLetter(adapter);
    await retryByHand('one');
    await run('fail');
    expect(await adapter.replay([replayOrder(stale, 'r1')])).toMatchObject([{ kind: 'superseded' }]);
    expect(await whereabouts('one')).toBe('failed');
    expect((await onlyLetter(adapter)).epoch).not.toBe(stale.epoch);
  });

  onQueue('refuses a letter that is no longer dead, or not there', async ({ adapter, die, retryByHand }) => {
    await die('one', {});
    const letter = await onlyLetter(adapter);
    await retryByHand('one');
    expect(await adapter.replay([replayOrder(letter, 'r1'), replayOrder({ ...letter, messageId: 'nobody' }, 'r2')])).toMatchObject([{ kind: 'superseded' }, { kind: 'superseded' }]);
  });

  onQueue('refuses a letter whose body somebody changed', async ({ adapter, die, changeBody, whereabouts }) => {
    await die('one', { amount: 1 });
    const letter = await onlyLetter(adapter);
    await changeBody('one', { amount: 2 });
    expect(await adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'superseded' }]);
    expect(await whereabouts('one')).toBe('failed');
  });

  onQueue('gives each order of a batch its own receipt, whatever the others do', async ({ adapter, die, changeBody }) => {
    for (const id of ['a', 'b', 'c']) await die(id, { id });
    const [first, second, third] = (await adapter.read()).letters;
    if (first === undefined || second === undefined || third === undefined) throw new Error('letters are missing');
    await changeBody('b', { id: 'other' });
    const receipts = await adapter.replay([replayOrder(first, 'r1'), replayOrder(second, 'r2'), replayOrder(third, 'r3'), replayOrder(first, 'r4')]);
    expect(receipts.map(({ kind }) => kind)).toEqual(['done', 'superseded', 'done', 'superseded']);
    expect(await adapter.replay([])).toEqual([]);
  });
}

function describeRemoving(onQueue: OnQueue): void {
  onQueue('removes a letter, and knows its order when it is sent again', async ({ adapter, die, whereabouts }) => {
    await die('one', {});
    const order = removeOrder(await onlyLetter(adapter), 'd1');
    expect(await adapter.remove([order])).toMatchObject([{ kind: 'done', earlier: false }]);
    expect(await whereabouts('one')).toBe('gone');
    expect(await adapter.remove([order, { ...order, removeId: 'd2' }])).toMatchObject([{ kind: 'done', earlier: true }, { kind: 'superseded' }]);
  });

  onQueue('B4 does not remove a letter that an operator put back', async ({ adapter, die, retryByHand, run }) => {
    await die('one', { keep: true });
    const letter = await onlyLetter(adapter);
    await retryByHand('one');
    expect(await adapter.remove([removeOrder(letter, 'd1')])).toMatchObject([{ kind: 'superseded' }]);
    expect(await run('complete')).toEqual({ id: 'one', payload: { keep: true } });
  });

  onQueue('restores a removed letter as it was, and nothing runs by it', async ({ adapter, die, run }) => {
    await die('one', { text: 'ä€😀' });
    const letter = await onlyLetter(adapter);
    await adapter.remove([removeOrder(letter, 'd1')]);
    expect(await adapter.restore([letter])).toMatchObject([{ kind: 'done', earlier: false }]);
    expect(await onlyLetter(adapter)).toEqual(letter);
    expect(await adapter.restore([letter])).toMatchObject([{ kind: 'done', earlier: true }]);
    expect(await run('complete')).toBeUndefined();
  });

  onQueue('restores nothing where another message has the id', async ({ adapter, die, run, retryByHand }) => {
    await die('one', { first: true });
    const letter = await onlyLetter(adapter);
    await retryByHand('one');
    expect(await adapter.restore([letter])).toMatchObject([{ kind: 'superseded' }]);
    expect(await run('complete')).toEqual({ id: 'one', payload: { first: true } });
  });

  onQueue('acts on a restored letter again', async ({ adapter, die, run, whereabouts }) => {
    await die('one', {});
    const letter = await onlyLetter(adapter);
    const order = removeOrder(letter, 'd1');
    await adapter.remove([order]);
    await adapter.restore([letter]);
    expect(await adapter.remove([order])).toMatchObject([{ kind: 'done' }]);
    expect(await whereabouts('one')).toBe('gone');
    await adapter.restore([letter]);
    expect(await adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
    expect(await run('complete')).toBeDefined();
  });
}

function describeWatching(onQueue: OnQueue): void {
  onQueue('follows a replay to its completion', async ({ adapter, die, run }) => {
    await die('one', {});
    const letter = await onlyLetter(adapter);
    const [receipt] = await adapter.replay([replayOrder(letter, 'r1')]);
    const reference = { ...letter, replayId: 'r1', replayedAt: receipt?.kind === 'done' ? receipt.at : new Date(0) };
    expect(await adapter.progress([reference])).toEqual([{ kind: 'waiting' }]);
    await run('complete');
    const [finished] = await adapter.progress([reference]);
    expect(finished).toMatchObject({ kind: 'completed' });
    expect(finished?.kind === 'completed' && finished.startedAt).toBeInstanceOf(Date);
  });

  onQueue('sees that a replay died again', async ({ adapter, die, run }) => {
    await die('one', {});
    const letter = await onlyLetter(adapter);
    await adapter.replay([replayOrder(letter, 'r1')]);
    await run('fail');
    expect(await adapter.progress([{ ...letter, replayId: 'r1', replayedAt: new Date() }])).toMatchObject([{ kind: 'failed' }]);
    expect(await adapter.progress([])).toEqual([]);
  });

  onQueue('hints at deaths and completions until it is told to stop', async ({ adapter, die, run }) => {
    const stop = new AbortController();
    const hints: string[] = [];
    const listening = (async () => {
      for await (const hint of adapter.wakeups(stop.signal)) hints.push(hint);
    })();
    // Hints begin when the listener has found its place, so deaths are tried until one is heard.
    for (let attempt = 0; !hints.includes('letter') && attempt < 100; attempt += 1) {
      await die(`try-${attempt}`, {});
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
    expect(hints).toContain('letter');
    const [letter] = (await adapter.read()).letters;
    if (letter === undefined) throw new Error('no letter');
    await adapter.replay([replayOrder(letter, 'r1')]);
    await run('complete');
    await expect.poll(() => hints, { timeout: 10_000 }).toContain('outcome');
    stop.abort();
    await listening;
  });

  onQueue('can be closed twice', async ({ adapter }) => {
    await adapter.close();
    await adapter.close();
  });
}
