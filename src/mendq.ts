import { joinActions, type ActionReport } from './actions/action-report.ts';
import { discard, type DiscardOptions, type DiscardReport } from './actions/discard.ts';
import { doctor, type DoctorOptions } from './actions/doctor.ts';
import { forget, type ForgetOptions, type ForgetReport } from './actions/forget.ts';
import { groups, type GroupReport } from './actions/groups.ts';
import { heal, joinReports, type HealOptions, type HealReport } from './actions/heal.ts';
import { history, type HistoryOptions, type HistoryPage } from './actions/history.ts';
import { DEFAULT_EVERY, patrol } from './actions/patrol.ts';
import { plan, type PlanOptions, type PlanReport } from './actions/plan.ts';
import { decideRemedy, remedies, type RemedyReport } from './actions/remedies.ts';
import { replay, type ReplayOptions } from './actions/replay.ts';
import { requeue, type RequeueOptions, type RequeueReport } from './actions/requeue.ts';
import { restoreLetter } from './actions/restore-letter.ts';
import { resume } from './actions/resume.ts';
import { show, type LetterReport } from './actions/show.ts';
import { spend, type SpendOptions, type SpendReport } from './actions/spend.ts';
import { undo, type UndoOptions } from './actions/undo.ts';
import type { RestoreResult } from './archive/archive.ts';
import { createBeside, type CallName, type LedgerHolder } from './beside/beside.ts';
import { checkConfig } from './config/check-config.ts';
import { configRevision } from './config/config-revision.ts';
import { redactionOf } from './config/redaction.ts';
import type { MendqConfig } from './config/config.ts';
import { systemClock, type Clock } from './core/clock.ts';
import type { Emit, MendqEvents } from './core/events.ts';
import type { Finding } from './core/finding.ts';
import type { LetterSource } from './core/job-type.ts';
import type { RemedyDecision } from './core/remedy.ts';
import { mendqRelease } from './core/mendq-release.ts';
import { createHouse, type House } from './house.ts';
import type { ChainVerification } from './ledger/audit-event.ts';
import type { BlocklistEntry, Ledger } from './ledger/contract.ts';
import { createListeners } from './listeners.ts';
import { openAdvice } from './open-advice.ts';
import { createOpenWork } from './open-work.ts';
import { ledgerFolder, lookAtLedger, openLedger } from './open-ledger.ts';

/** What `createMendq` takes beside the configuration. */
export interface MendqOptions {
  /** The folder from which relative paths and the user's own packages are found. @defaultValue the working directory */
  readonly directory?: string;
  /** @defaultValue the machine's clock */
  readonly clock?: Clock;
  /** The configuration's file, for people: a process that has a call carried out here is told it. */
  readonly configFile?: string;
  /** Called before a call that another process carries out because it has the embedded ledger open. */
  readonly onHolder?: (holder: LedgerHolder) => void;
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

/**
 * A healer for the queues of one configuration. Nothing is opened before the first call that needs it.
 *
 * An embedded ledger belongs to one process at a time. While another one has it open, every call but `patrol` is carried
 * out by that process, with its configuration and its connections, and its events and its answer come back; where that
 * process goes away meanwhile, the call is done here. `patrol` rejects with `MENDQ_E_LEDGER_LOCKED`.
 */
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
  /**
   * Letters of the ledger, or of the queues, in the format of `evaluate`, a page at a time: to see what mendq would have
   * decided of them. What was right is said where the ledger knows it. Hides what is to be hidden unless `raw` is true.
   */
  history(options?: HistoryOptions): Promise<HistoryPage>;
  /** Brings an archived letter back as the dead letter it was. `actor` is written into the audit. */
  restore(letter: string, actor: string): Promise<RestoreResult>;
  /**
   * Removes what mendq keeps about a data subject: the content of letters whose idempotency key is `key`, or whose job
   * type's `subject` or `source` names it, in the ledger and in the archive. Letters in flight are left and reported, and
   * so are jobs still dead in a queue. `actor` is written into the audit; the key is not. Doing it again finishes it.
   */
  forget(key: string, actor: string, options?: ForgetOptions): Promise<ForgetReport>;
  /** Whether a source is blocked now, and why: for producers, before they publish. `undefined` where it is not. */
  isBlocked(source: LetterSource): Promise<BlocklistEntry | undefined>;
  /** Takes a source off the blocklist. Returns whether it was on it. */
  unblock(source: LetterSource): Promise<boolean>;
  /** What a model has said of each kind of failure, the newest first, with the repairs that came of it. */
  remedies(): Promise<readonly RemedyReport[]>;
  /**
   * Decides about a remedy: `approve` puts a proposal in force (also one that calls letters hopeless: they are discarded then),
   * `reject` revokes it for good, `pin` keeps it in force whatever comes back, `unpin` ends that. The letters of its kind are
   * decided again by the next pass; returns how many. Rejects with `MENDQ_E_NOT_FOUND`; `undefined` where it is so already.
   */
  decideRemedy(signature: string, decision: RemedyDecision, actor: string): Promise<number | undefined>;
  /** What calls of the model have used, by day, model and queue, and what is left of today's limits. */
  spend(options?: SpendOptions): Promise<SpendReport>;
  /** Recomputes the audit's hash chains. */
  verify(): Promise<ChainVerification>;
  /** Looks at everything that healing stands on; with `model` it asks the configured model one question. */
  doctor(options?: DoctorOptions): Promise<readonly Finding[]>;
  /**
   * Puts a letter, or the letters of a group (`s2:…`), back on the main queue as they died, because a person says so: no
   * limit of mendq's own holds a letter that is named by itself, while a group goes step by step. The blocklist, a replay
   * of the same work under way and the business database hold in any case. Rejects with `MENDQ_E_NOT_FOUND`; letters to
   * which the order does not apply are in the report.
   */
  replay(letterOrSignature: string, options: ReplayOptions): Promise<ActionReport>;
  /** Archives letters and then takes them off their queue; a group only with `yes`, otherwise the report says how many it would be. */
  discard(letterOrSignature: string, options: DiscardOptions): Promise<DiscardReport>;
  /** Puts a letter back with a payload that a person has edited, proved like any repair; a proof that fails is in the report. */
  requeue(letter: string, options: RequeueOptions): Promise<RequeueReport>;
  /**
   * Takes back what has not run: a plan is given up, a replay that no worker has started becomes the dead letter that it
   * was, byte for byte. The letters are parked until a person decides.
   */
  undo(letterOrSignature: string, options: UndoOptions): Promise<ActionReport>;
  /**
   * Lets mendq decide again: the escalated letters of a stopped group, or one letter that waits for a person. The next
   * pass decides them. Returns how many; `undefined` where the group is not stopped. `actor` is written into the audit.
   * Rejects with `MENDQ_E_CONFLICT` where the letter does not wait for a person.
   */
  resume(letterOrSignature: string, actor: string): Promise<number | undefined>;
  /** Ends patrols and heals after the letters in hand, then gives back every connection. Later calls are refused. May be called twice. */
  close(): Promise<void>;
}

/** Makes a healer. Throws `MENDQ_E_CONFIG` where the configuration can't be used. */
export function createMendq(config: MendqConfig, options: MendqOptions = {}): Mendq {
  checkConfig(config);
  const directory = options.directory ?? process.cwd();
  const listeners = createListeners(redactionOf(config));
  const work = createOpenWork();
  const beside = createBeside({
    folder: ledgerFolder(config.ledger, directory),
    look: lookAtLedger,
    emit: listeners.emit,
    run: work.run,
    ended: work.ended,
    release: mendqRelease(),
    config: options.configFile ?? '',
    revision: () => revisionOf(house, config.redact),
    onHolder: options.onHolder ?? (() => undefined),
  });
  const { emit } = beside;
  const house: House = createHouse(config, {
    clock: options.clock ?? systemClock,
    directory,
    emit,
    openAdvice: (parts) => openAdvice(config, parts),
    openLedger: (...place) => beside.hold((about) => openLedger(...place, about)),
  });
  const ended = (signal?: AbortSignal): AbortSignal => (signal === undefined ? work.ended : AbortSignal.any([signal, work.ended]));
  const methods = methodsOf(house, config, emit, ended);
  return {
    on: listeners.on,
    ...beside.share(methods, { ledger: () => house.ledger(), joins: { heal: joinReports, replay: joinActions, discard: joinActions, undo: joinActions } }),
    patrol: ({ signal, onError = () => undefined, ...patrolRun } = {}) => {
      const end = ended(signal);
      const every = config.patrol?.every ?? DEFAULT_EVERY;
      return work.run(() => beside.patrol(() => patrol(house, { signal: end, every, onError, ...patrolRun }, emit), () => house.ledger(), end));
    },
    close: async () => {
      beside.refuse();
      await work.end();
      await beside.close();
      await house.close();
    },
  };
}

/** What other processes may ask for as well: each is one action. */
function methodsOf(house: House, config: MendqConfig, emit: Emit, ended: (signal?: AbortSignal) => AbortSignal): Pick<Mendq, CallName> {
  const onLedger = async <Value>(use: (ledger: Ledger) => Promise<Value>): Promise<Value> => use((await house.ledger()).ledger);
  return {
    inspect: (inspectOptions = {}) => groups(house, inspectOptions),
    plan: (planOptions = {}) => plan(house, planOptions),
    heal: (healOptions = {}) => heal(house, { ...healOptions, signal: ended(healOptions.signal) }, emit),
    show: (letter) => show(house, letter),
    history: (historyOptions = {}) => history(house, historyOptions),
    restore: (letter, actor) => restoreLetter(house, letter, actor),
    forget: (key, actor, forgetOptions = {}) => forget(house, key, actor, { ...forgetOptions, signal: ended(forgetOptions.signal) }),
    isBlocked: (source) => onLedger(async (ledger) => (await ledger.blocked([source], house.clock.now()))[0]),
    unblock: (source) => onLedger((ledger) => ledger.unblock(source)),
    replay: (name, replayOptions) => replay(house, name, { ...replayOptions, signal: ended(replayOptions.signal) }),
    discard: (name, discardOptions) => discard(house, name, { ...discardOptions, signal: ended(discardOptions.signal) }),
    requeue: (letter, requeueOptions) => requeue(house, letter, { ...requeueOptions, signal: ended(requeueOptions.signal) }),
    undo: (name, undoOptions) => undo(house, name, { ...undoOptions, signal: ended(undoOptions.signal) }),
    resume: (name, actor) => resume(house, name, actor),
    remedies: () => remedies(house),
    decideRemedy: (signature, decision, actor) => decideRemedy(house, signature, decision, actor),
    spend: (spendOptions = {}) => spend(house, config.advice, spendOptions),
    verify: () => onLedger((ledger) => ledger.verify()),
    doctor: (doctorOptions) => doctor(house, doctorOptions),
  };
}

/** Equal for equal configurations; `''` where this one can't be used, which the next call will say. */
async function revisionOf(house: House, redact: MendqConfig['redact']): Promise<string> {
  return house.jobTypeOf().then((jobTypeOf) => configRevision(house.definitions, house.policy, jobTypeOf, redact), () => '');
}
