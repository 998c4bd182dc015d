import { once } from 'node:events';
import type { RawLetter } from '../../core/dead-letter.ts';
import type { ReplayProgress } from '../../core/outcome.ts';
import type { Page, QueueAdapter, RecallOrder, RecallReceipt, RemoveOrder, RemoveReceipt, ReplayOrder, ReplayReceipt, ReplayReference, WakeUp } from '../contract.ts';
import { fencedMessage, type MemoryStore } from './memory-store.ts';
import { toMessage, toRawLetter, type Message } from './messages.ts';

const SUPERSEDED = { kind: 'superseded', why: 'the message is no longer this dead letter' } as const;

/** The adapter over a memory store; bodies above `payloadBytes` bytes are not given out. */
export function memoryAdapter(store: MemoryStore, payloadBytes: number): QueueAdapter {
  const { name, messages } = store;
  return {
    name,
    broker: 'memory',
    capabilities: { exactlyOnceReplay: true, lettersStayInBroker: true, delayedReplay: false, outcomeEvents: true },
    check: async () => [{ severity: 'ok', subject: `queue ${name}`, message: 'it lives in memory' }],
    read: async (after, limit) => read(store, payloadBytes, after, limit),
    look: async (ids) => ids.map((id) => messages.get(id)).map((message) => (message?.state === 'failed' ? toRawLetter(name, message, payloadBytes) : undefined)),
    replay: async (orders) => orders.map((order) => replay(store, order)),
    remove: async (orders) => orders.map((order) => remove(store, order)),
    restore: async (letters) => letters.map((letter) => restore(store, letter)),
    recall: async (orders) => orders.map((order) => recall(store, order)),
    progress: async (references) => references.map((reference) => progressOf(store, reference)),
    wakeups: (signal) => wakeups(store, signal),
    close: async () => undefined,
  };
}

function read(store: MemoryStore, payloadBytes: number, after: string | undefined, limit = 100): Page {
  const dead = [...store.messages.values()].filter(({ state }) => state === 'failed').toSorted(byDeath);
  const rest = after === undefined ? dead : dead.filter((message) => keyOf(message) > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { letters: page.map((message) => toRawLetter(store.name, message, payloadBytes)), ...(rest.length > limit && last !== undefined ? { next: keyOf(last) } : {}) };
}

function replay(store: MemoryStore, order: ReplayOrder): ReplayReceipt {
  const earlier = store.records.get(order.replayId);
  if (earlier !== undefined) return { kind: 'done', at: earlier, earlier: true };
  const message = fencedMessage(store, order);
  if (message === undefined) return SUPERSEDED;
  if (order.repaired !== undefined) message.body = order.repaired;
  message.attemptsMade = order.attempts === 'full' ? 0 : Math.max(message.attemptsMade, message.maximumAttempts - 1);
  message.state = 'waiting';
  store.replays.set(order.replayId, (store.replays.get(order.replayId) ?? 0) + 1);
  return recordNow(store, order.replayId);
}

function recall(store: MemoryStore, { letter, replayId, repaired = letter.body }: RecallOrder): RecallReceipt {
  const message = store.messages.get(letter.messageId);
  const { epoch, messageId, body: original } = letter;
  const earlier = fencedMessage(store, { queue: store.name, messageId, epoch, original }) !== undefined;
  if (!earlier) {
    const before = toMessage(letter);
    const waits = message?.state === 'waiting' && store.records.has(replayId) && message.attemptsStarted === before.attemptsStarted;
    if (!waits || message.enqueuedAt.getTime() !== before.enqueuedAt.getTime()) return { kind: 'superseded', why: 'the replay has started, or somebody else acted on it' };
    if (Buffer.compare(message.body, repaired) !== 0) return { kind: 'superseded', why: 'the message was changed since the replay' };
    store.messages.set(messageId, { ...before, ...(message.startedAt === undefined ? {} : { startedAt: message.startedAt }) });
    store.replays.set(replayId, (store.replays.get(replayId) ?? 1) - 1);
  }
  store.records.delete(replayId);
  return { kind: 'done', at: store.clock.now(), earlier };
}

function remove(store: MemoryStore, order: RemoveOrder): RemoveReceipt {
  // The fence before the record: a letter that was restored after its removal can be removed again.
  if (fencedMessage(store, order) === undefined) {
    const earlier = store.records.get(order.removeId);
    return earlier === undefined ? SUPERSEDED : { kind: 'done', at: earlier, earlier: true };
  }
  store.messages.delete(order.messageId);
  return recordNow(store, order.removeId);
}

function recordNow(store: MemoryStore, id: string): { readonly kind: 'done'; readonly at: Date; readonly earlier: boolean } {
  const at = store.clock.now();
  store.records.set(id, at);
  return { kind: 'done', at, earlier: false };
}

function restore(store: MemoryStore, letter: RawLetter): RemoveReceipt {
  const present = store.messages.get(letter.messageId);
  const isSame = present?.state === 'failed' && toRawLetter(store.name, present).epoch === letter.epoch;
  if (present !== undefined && !isSame) return { kind: 'superseded', why: `a message with the id ${letter.messageId} is there` };
  if (present === undefined) store.messages.set(letter.messageId, toMessage(letter));
  return { kind: 'done', at: store.clock.now(), earlier: isSame };
}

/** A message that is dead as it was has lost its replay, of which no outcome will ever come. */
function progressOf(store: MemoryStore, { messageId, epoch }: ReplayReference): ReplayProgress {
  const message = store.messages.get(messageId);
  if (message === undefined || (message.state === 'failed' && toRawLetter(store.name, message).epoch === epoch)) return { kind: 'gone' };
  const at = new Date(message.finishedOn);
  if (message.state === 'failed') return { kind: 'failed', at };
  if (message.state === 'waiting') return { kind: 'waiting' };
  return { kind: 'completed', at, ...(message.startedAt === undefined ? {} : { startedAt: message.startedAt }) };
}

async function* wakeups(store: MemoryStore, signal: AbortSignal): AsyncGenerator<WakeUp> {
  while (!signal.aborted) {
    const hint: readonly unknown[] | undefined = await once(store.hints, 'hint', { signal }).catch(() => undefined);
    if (hint !== undefined) yield hint[0] === 'outcome' ? 'outcome' : 'letter';
  }
}

function keyOf(message: Message): string {
  return `${String(message.finishedOn).padStart(15, '0')}:${message.id}`;
}

function byDeath(left: Message, right: Message): number {
  return keyOf(left) < keyOf(right) ? -1 : 1;
}
