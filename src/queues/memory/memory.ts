import type { Clock } from '../../core/clock.ts';
import type { AnyJobTypeOptions, JobTypeMap } from '../../core/job-type-options.ts';
import type { Json } from '../../core/json.ts';
import type { QueueDefinition } from '../contract.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { memoryStore, type MemoryStore } from './memory-store.ts';
import type { Message } from './messages.ts';

/** Runs a message; throwing fails the attempt. */
export type MemoryProcessor = (payload: Json, message: { readonly id: string; readonly name: string }) => void | Promise<void>;

/** A queue in memory with the promises of BullMQ, for tests and as the reference of the adapter contract. */
export interface MemoryQueue extends QueueDefinition {
  /** Publishes a message and returns its id. */
  add(name: string, payload: Json | Uint8Array, options?: { readonly id?: string; readonly attempts?: number }): string;
  /** Runs every waiting message until it completes or has used up its attempts. Returns how many runs there were. */
  work(processor: MemoryProcessor): Promise<number>;
  /** Runs the next waiting message once. Returns its id and body as it ran, `undefined` where none waits. */
  workOnce(processor: MemoryProcessor): Promise<{ readonly id: string; readonly body: Uint8Array } | undefined>;
  /** Puts a dead message back, as a person might. Returns whether it was dead. */
  retry(id: string): boolean;
  /** Replaces the body of a message, as somebody else might. Returns whether it was there. */
  change(id: string, payload: Json): boolean;
  /** Removes a message, as a person might. Returns whether it was there. */
  drop(id: string): boolean;
  /** Forgets every record of a replay or removal, as a broker does that was restored from a backup. */
  forgetReplays(): void;
  /** The messages in a state, as payload texts by id. */
  messages(state: Message['state']): ReadonlyMap<string, string>;
  /** How often each replay id was carried out; anything above 1 is a broken promise. */
  readonly replays: ReadonlyMap<string, number>;
}

/** Makes a memory queue. Messages live as long as the definition: opening it twice shows the same ones. */
export function memory<const Schemas extends Record<string, unknown>>(
  name: string,
  options: { readonly jobs?: JobTypeMap<Schemas>; readonly clock: Clock },
): MemoryQueue {
  const store = memoryStore(name, options.clock);
  const { messages } = store;
  return {
    name,
    broker: 'memory',
    jobs: (options.jobs ?? {}) as unknown as Readonly<Record<string, AnyJobTypeOptions>>,
    open: async ({ payloadBytes }) => memoryAdapter(store, payloadBytes),
    replays: store.replays,
    add: (jobName, payload, { id = String(messages.size + 1), attempts = 5 } = {}) => {
      messages.set(id, newMessage(id, jobName, payload, attempts, options.clock.now()));
      return id;
    },
    work: (processor) => workAll(store, processor),
    workOnce: async (processor) => {
      const message = nextWaiting(store);
      if (message === undefined) return undefined;
      const { id, body } = message;
      await run(message, processor, store);
      return { id, body };
    },
    retry: (id) => {
      const message = messages.get(id);
      if (message?.state !== 'failed') return false;
      message.state = 'waiting';
      return true;
    },
    change: (id, payload) => {
      const message = messages.get(id);
      if (message === undefined) return false;
      message.body = Buffer.from(JSON.stringify(payload));
      return true;
    },
    drop: (id) => messages.delete(id),
    forgetReplays: () => store.records.clear(),
    messages: (state) => {
      const found = [...messages.values()].filter((message) => message.state === state);
      return new Map(found.map((message) => [message.id, Buffer.from(message.body).toString('utf8')]));
    },
  };
}

function newMessage(id: string, name: string, payload: Json | Uint8Array, maximumAttempts: number, enqueuedAt: Date): Message {
  const body = payload instanceof Uint8Array ? payload : Buffer.from(JSON.stringify(payload));
  return { id, name, body, enqueuedAt, maximumAttempts, state: 'waiting', attemptsMade: 0, attemptsStarted: 0, finishedOn: 0, reason: '', stack: [] };
}

async function workAll(store: MemoryStore, processor: MemoryProcessor): Promise<number> {
  for (let runs = 0; ; runs += 1) {
    const message = nextWaiting(store);
    if (message === undefined) return runs;
    await run(message, processor, store);
  }
}

function nextWaiting(store: MemoryStore): Message | undefined {
  return [...store.messages.values()].find(({ state }) => state === 'waiting');
}

async function run(message: Message, processor: MemoryProcessor, store: MemoryStore): Promise<void> {
  message.startedAt = store.clock.now();
  message.attemptsStarted += 1;
  try {
    await processor(JSON.parse(Buffer.from(message.body).toString('utf8')) as Json, message);
    message.state = 'completed';
  } catch (error) {
    message.attemptsMade += 1;
    message.reason = error instanceof Error ? error.message : String(error);
    message.stack.push(error instanceof Error ? (error.stack ?? message.reason) : message.reason);
    if (message.attemptsMade < message.maximumAttempts) return;
    message.state = 'failed';
  }
  message.finishedOn = store.clock.now().getTime();
  store.hints.emit('hint', message.state === 'failed' ? 'letter' : 'outcome');
}
