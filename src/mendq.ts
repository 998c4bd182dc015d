import { EventEmitter } from 'node:events';
import { doctor } from './actions/doctor.ts';
import { groups, type GroupReport } from './actions/groups.ts';
import { heal, type HealOptions, type HealReport } from './actions/heal.ts';
import { DEFAULT_EVERY, patrol } from './actions/patrol.ts';
import { plan, type PlanOptions, type PlanReport } from './actions/plan.ts';
import { restoreLetter } from './actions/restore-letter.ts';
import { resume } from './actions/resume.ts';
import { show, type LetterReport } from './actions/show.ts';
import type { RestoreResult } from './archive/archive.ts';
import { checkConfig } from './config/check-config.ts';
import type { MendqConfig } from './config/config.ts';
import { systemClock, type Clock } from './core/clock.ts';
import { messageOf } from './core/errors.ts';
import type { Emit, MendqEvents } from './core/events.ts';
import type { Finding } from './core/finding.ts';
import type { LetterSource } from './core/job-type.ts';
import type { Signature } from './core/signature.ts';
import { createHouse } from './house.ts';
import type { ChainVerification } from './ledger/audit-event.ts';
import type { BlocklistEntry, Ledger } from './ledger/contract.ts';
import { createOpenWork } from './open-work.ts';
import { openLedger } from './open-ledger.ts';

/** What `createMendq` takes beside the configuration. */
export interface MendqOptions {
  /** The folder from which relative paths and the user's own packages are found. @defaultValue the working directory */
  readonly directory?: string;
  /** @defaultValue the machine's clock */
  readonly clock?: Clock;
}

/** How a patrol is started from an application. */
export interface PatrolRun {
  /** Ends the patrol; the letters in hand are finished first. */
  readonly signal?: AbortSignal;
  /** Called once everything is running, with the way to ask for a pass at once. */
  readonly onStarted?: (patrol: { readonly wake: () => Promise<void> }) => void | Promise<void>;
  /** Called with errors that the patrol survives. @defaultValue they are dropped; `queue-failed` tells of queues */
  readonly onError?: (error: Error) => void;
  /** @defaultValue true; false ignores the broker's events and relies on the schedule */
  readonly listen?: boolean;
}

/** A healer for the queues of one configuration. Nothing is opened before the first call that needs it. */
export interface Mendq {
  /** Subscribes to an event; it is emitted after the ledger has recorded what it tells. Returns the way to unsubscribe. */
  on<Name extends keyof MendqEvents>(name: Name, listener: (event: MendqEvents[Name]) => void): () => void;
  /** Sorts the dead letters by kind and counts them. Changes nothing. */
  inspect(options?: { readonly queues?: readonly string[]; readonly signal?: AbortSignal }): Promise<GroupReport>;
  /** Decides every dead letter as `heal` would. Changes nothing. */
  plan(options?: PlanOptions): Promise<PlanReport>;
  /** One pass over the queues; with `wait` until every letter has an outcome. */
  heal(options?: HealOptions): Promise<HealReport>;
  /** Heals until `signal` is aborted: on schedule, at each death, when replays fall due. */
  patrol(run?: PatrolRun): Promise<void>;
  /** Everything known of a letter, by its id or message id. Rejects with `MENDQ_E_NOT_FOUND`. */
  show(letter: string): Promise<LetterReport>;
  /** Brings an archived letter back as the dead letter it was. `actor` is written into the audit. */
  restore(letter: string, actor: string): Promise<RestoreResult>;
  /** Whether a source is blocked now, and why: for producers, before they publish. `undefined` where it is not. */
  isBlocked(source: LetterSource): Promise<BlocklistEntry | undefined>;
  /** Takes a source off the blocklist. Returns whether it was on it. */
  unblock(source: LetterSource): Promise<boolean>;
  /** Recomputes the audit's hash chains. */
  verify(): Promise<ChainVerification>;
  /** Looks at everything that healing stands on. */
  doctor(): Promise<readonly Finding[]>;
  /**
   * Lets a stopped group go on: its letters that were escalated are decided again at the next pass. Returns how many;
   * `undefined` where the group is not stopped. `actor` is written into the audit.
   */
  resume(signature: Signature, actor: string): Promise<number | undefined>;
  /** Ends patrols and heals after the letters in hand, then gives back every connection. Later calls are refused. May be called twice. */
  close(): Promise<void>;
}

/** Makes a healer. Throws `MENDQ_E_CONFIG` where the configuration can't be used. */
export function createMendq(config: MendqConfig, options: MendqOptions = {}): Mendq {
  checkConfig(config);
  const listeners = new EventEmitter({ captureRejections: false });
  const emit = emitterFor(listeners);
  const house = createHouse(config, { clock: options.clock ?? systemClock, directory: options.directory ?? process.cwd(), emit, openLedger });
  const work = createOpenWork();
  const { run } = work;
  const ended = (signal?: AbortSignal): AbortSignal => (signal === undefined ? work.ended : AbortSignal.any([signal, work.ended]));
  const onLedger = <Value>(use: (ledger: Ledger) => Promise<Value>): Promise<Value> => run(async () => use((await house.ledger()).ledger));
  return {
    on: (name, listener) => {
      listeners.on(name, listener);
      return () => listeners.off(name, listener);
    },
    inspect: (inspectOptions = {}) => run(() => groups(house, inspectOptions)),
    plan: (planOptions = {}) => run(() => plan(house, planOptions)),
    heal: (healOptions = {}) => run(() => heal(house, { ...healOptions, signal: ended(healOptions.signal) }, emit)),
    patrol: ({ signal, onError = () => undefined, ...patrolRun } = {}) =>
      run(() => patrol(house, { signal: ended(signal), every: config.patrol?.every ?? DEFAULT_EVERY, onError, ...patrolRun }, emit)),
    show: (letter) => run(() => show(house, letter)),
    restore: (letter, actor) => run(() => restoreLetter(house, letter, actor)),
    isBlocked: (source) => onLedger(async (ledger) => (await ledger.blocked([source], house.clock.now()))[0]),
    unblock: (source) => onLedger((ledger) => ledger.unblock(source)),
    resume: (signature, actor) => onLedger((ledger) => resume(ledger, signature, actor, house.clock.now())),
    verify: () => onLedger((ledger) => ledger.verify()),
    doctor: () => run(() => doctor(house)),
    close: async () => {
      await work.end();
      await house.close();
    },
  };
}

/** An emitter whose listeners can't stop a pass: what they throw becomes a process warning. */
function emitterFor(listeners: EventEmitter): Emit {
  return (name, event) => {
    for (const listener of listeners.listeners(name)) {
      try {
        (listener as (value: typeof event) => void)(event);
      } catch (error) {
        process.emitWarning(`a listener of ${name} threw: ${messageOf(error)}`, 'MendqWarning');
      }
    }
  };
}
