import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { folderArchive } from './archive/archive.ts';
import type { ArchiveStore } from './archive/contract.ts';
import type { MendqConfig } from './config/config.ts';
import { readJobTypes, type JobTypeOf } from './config/job-types.ts';
import { redactionOf } from './config/redaction.ts';
import type { Clock } from './core/clock.ts';
import type { Emit } from './core/events.ts';
import type { JsonObject } from './core/json.ts';
import { DEFAULT_POLICY, type Policy } from './core/policy.ts';
import type { RedactorFor } from './core/redactor.ts';
import { createAskFulfilment } from './guard/guard.ts';
import type { Ledger } from './ledger/contract.ts';
import { discreetQueue } from './pass/discreet-queue.ts';
import type { AdviceSource } from './pass/advise.ts';
import type { PassContext } from './pass/pass-context.ts';
import type { QueueFailure } from './queue-failure.ts';
import { createQueuePool } from './queue-pool.ts';
import type { QueueAdapter, QueueDefinition } from './queues/contract.ts';

export { failureOf, type QueueFailure } from './queue-failure.ts';

/** A ledger that was opened, with the database connection on which mendq's own queue may run. */
export interface OpenLedger {
  readonly ledger: Ledger;
  /** What BullMQ's PostgreSQL backend takes as its connection. */
  readonly engineConnection: unknown;
  /** Only where one process may open the ledger: the folder that this one has by it, and the way to tell the others something. */
  readonly held?: { readonly folder: string; readonly publish: (about: JsonObject) => void };
}

/** Everything that a configuration names, opened when it is needed first and closed together. */
export interface House {
  readonly policy: Policy;
  readonly clock: Clock;
  readonly owner: string;
  readonly store: ArchiveStore;
  readonly definitions: readonly QueueDefinition[];
  /** Hides what no output may show of a letter. */
  readonly redactorFor: RedactorFor;
  jobTypeOf(): Promise<JobTypeOf>;
  ledger(): Promise<OpenLedger>;
  /** Whom a pass may ask about what stays open; `undefined` where no model is configured. */
  advice(): Promise<AdviceSource | undefined>;
  /** Opens the queues that are not open yet; see `QueuePool.open`. */
  queues(only?: readonly string[]): Promise<{ readonly open: readonly QueueAdapter[]; readonly failures: readonly QueueFailure[] }>;
  /** Puts together what a pass works with. Rejects with the first failure where no queue could be opened. */
  passContext(signal: AbortSignal, only?: readonly string[]): Promise<PassContext & { readonly failures: readonly QueueFailure[] }>;
  close(): Promise<void>;
}

/** What asking a model needs of a house. */
export interface AdviceParts {
  readonly ledger: Ledger;
  readonly jobTypeOf: JobTypeOf;
  readonly isKnownName: AdviceSource['isKnownName'];
  readonly redactorFor: RedactorFor;
  readonly clock: Clock;
}

/** How a house is built. `directory` is the folder of the configuration file. */
export interface HouseOptions {
  readonly clock: Clock;
  readonly directory: string;
  readonly emit: Emit;
  readonly openAdvice: (parts: AdviceParts) => AdviceSource | undefined;
  readonly openLedger: (location: string | undefined, directory: string, clock: Clock) => Promise<OpenLedger>;
}

/** Reads the configuration; nothing is opened yet. */
export function createHouse(config: MendqConfig, options: HouseOptions): House {
  const { clock, directory, emit, openAdvice } = options;
  const retention = { ...DEFAULT_POLICY.retention, ...config.policy?.retention };
  const policy: Policy = { ...DEFAULT_POLICY, ...config.policy, retention, errors: config.errors ?? {} };
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  const store = typeof config.archive === 'object' ? config.archive : folderArchive(resolve(directory, config.archive ?? join('.mendq', 'archive')), clock);
  const jobTypeOf = once(() => readJobTypes(config.queues, policy, clock, directory));
  const ledger = once(() => options.openLedger(config.ledger, directory, clock));
  const redactorFor = redactionOf(config);

  const pool = createQueuePool(config.queues, {
    environment: { clock, payloadBytes: policy.payloadBytes, directory },
    wrap: (adapter) => discreetQueue(adapter, redactorFor),
    emit,
  });

  return {
    policy,
    clock,
    owner,
    store,
    definitions: config.queues,
    redactorFor,
    jobTypeOf,
    ledger,
    advice: once(async () => openAdvice({ ledger: (await ledger()).ledger, jobTypeOf: await jobTypeOf(), isKnownName: knownNames(config.queues), redactorFor, clock })),
    queues: async (only) => pool.open(only),
    passContext: async (signal, only) => {
      const types = await jobTypeOf();
      const { open, failures } = await pool.open(only);
      const [failure] = failures;
      if (open.length === 0 && failure !== undefined) throw failure.error;
      const askFulfilment = createAskFulfilment({ jobTypeOf: types, redactorFor, hookTimeout: policy.hookTimeout, clock });
      const opened = await ledger();
      return { ledger: opened.ledger, queues: open, store, jobTypeOf: types, askFulfilment, redactorFor, policy, clock, emit, owner, signal, failures };
    },
    close: async () => {
      await pool.close();
      await ledger.opened()?.then((opened) => opened.ledger.close()).catch(() => undefined);
      ledger.reset();
    },
  };
}

/** True for names of jobs that the definition of their queue lists; a pattern for all (`*`) lists none. */
function knownNames(definitions: readonly QueueDefinition[]): AdviceSource['isKnownName'] {
  return (queue, name) => definitions.some((definition) => (definition.name === queue || definition.matches?.(queue) === true) && Object.hasOwn(definition.jobs, name));
}

/** Runs `open` at the first call; a failure is forgotten, so that the next call tries again. */
function once<Value>(open: () => Promise<Value>): (() => Promise<Value>) & { readonly opened: () => Promise<Value> | undefined; readonly reset: () => void } {
  let value: Promise<Value> | undefined;
  const reset = (): void => {
    value = undefined;
  };
  const get = (): Promise<Value> => {
    value ??= open().catch((error: unknown) => {
      reset();
      throw error;
    });
    return value;
  };
  return Object.assign(get, { opened: () => value, reset });
}
