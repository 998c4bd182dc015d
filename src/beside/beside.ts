import type { Emit } from '../core/events.ts';
import type { JsonObject } from '../core/json.ts';
import type { Serve } from './answer-caller.ts';
import { createCallEvents, type CallEvents } from './call-events.ts';
import { callOrRun, type Join, type Method } from './call-or-run.ts';
import type { LedgerHolder } from './holder.ts';
import { isCallName, type CallName } from './methods.ts';
import { standingOf, toAbout, type Standing } from './protocol.ts';
import { serveCalls, type CallServer } from './serve-calls.ts';
import type { Found } from './through-holder.ts';
import { waitForFolder } from './wait-for-folder.ts';

export type { LedgerHolder } from './holder.ts';
export type { CallName } from './methods.ts';

/** A ledger that was opened, with the folder that this process has by it, where only one process may open it. */
interface Opened {
  readonly held?: { readonly folder: string; readonly publish: (about: JsonObject) => void };
}

/** What two processes with one embedded ledger need to work beside each other. */
export interface BesideOptions {
  /** The folder of the embedded ledger; `undefined` where any number of processes may open the ledger. */
  readonly folder: string | undefined;
  /** Looks who has the folder; never rejects. */
  readonly look: (folder: string) => Promise<Found>;
  /** Emits for the listeners of this process. */
  readonly emit: Emit;
  /** Runs a call so that closing awaits it. */
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Aborted when this process closes. */
  readonly ended: AbortSignal;
  readonly release: string;
  /** The configuration file, for people; `''` where there is none. */
  readonly config: string;
  /** Equal for equal configurations; `''` where it can't be told. Never rejects. */
  readonly revision: () => Promise<string>;
  /** Told before each call that another process carries out. */
  readonly onHolder: (holder: LedgerHolder) => void;
}

/** The methods that are carried out wherever the ledger is open. */
type Methods = Readonly<Record<CallName, Method>>;

/** How methods are shared. */
export interface ShareOptions {
  /** Opens the ledger in this process. Rejects with `MENDQ_E_LEDGER_LOCKED` where another one has it. */
  readonly ledger: () => Promise<unknown>;
  /** For methods that end early, with an answer, when the holder closes. */
  readonly joins: Readonly<Partial<Record<CallName, Join>>>;
}

/** The two sides of one healer: it carries out calls of others while it has the ledger, and calls others while they have it. */
export interface Beside {
  /** Emits for this process and, during a call of another one, for that one too. */
  readonly emit: Emit;
  /** Opens the ledger by `open`, which tells `about` to whoever looks, and takes calls from then on. */
  hold<Ledger extends Opened>(open: (about: JsonObject) => Promise<Ledger>): Promise<Ledger>;
  /** The same methods, each carried out here, or where the ledger is open already. To be called once. */
  share<Shared extends Methods>(methods: Shared, options: ShareOptions): Shared;
  /** Runs a patrol, for which this process has to have the ledger; see `waitForFolder`. */
  patrol(work: () => Promise<void>, ledger: () => Promise<unknown>, signal: AbortSignal): Promise<void>;
  /** From now on calls of others are refused, so that they try for themselves; those under way go on. */
  refuse(): void;
  /** Gives callers their answers and closes the door. May be called twice. */
  close(): Promise<void>;
}

/** Makes both sides. Nothing is opened. */
export function createBeside(options: BesideOptions): Beside {
  const { folder, look, run, release, config } = options;
  const events = createCallEvents(options.emit);
  let serve: Serve = { has: () => false, run: () => Promise.reject(new Error('nothing is shared')) };
  let server: CallServer | undefined;
  let standing = standingOf({ state: 'opening', release, config });
  let publish: (about: JsonObject) => void = () => undefined;
  const become = (news: Partial<Standing>): void => {
    standing = { ...standing, ...news };
    publish(toAbout(standing));
  };
  return {
    emit: events.emit,
    hold: async (open) => {
      const opened = await open(toAbout(standing));
      if (opened.held === undefined) return opened;
      publish = opened.held.publish;
      server = await serveCalls(opened.held.folder, serve);
      become({ state: 'open', socket: server.socket, revision: await options.revision() });
      return opened;
    },
    share: (methods, { ledger, joins }) => {
      serve = serving(methods, joins, events, options);
      const shared = Object.entries<Method>(methods).map(([name, here]): [string, Method] => {
        if (folder === undefined || !isCallName(name)) return [name, (...parameters) => run(() => here(...parameters))];
        const neighbourhood = { ...options, folder, look: () => look(folder) };
        const method = callOrRun(name, here, { ...options, ledger, neighbourhood, join: joins[name] });
        return [name, (...parameters) => run(() => method(...parameters))];
      });
      return Object.fromEntries(shared) as typeof methods;
    },
    patrol: async (work, ledger, signal) => {
      if (folder !== undefined) await waitForFolder(ledger, () => look(folder), signal);
      become({ patrols: true });
      await work().finally(() => become({ patrols: false }));
    },
    refuse: () => {
      server?.refuse();
      become({ state: 'closing' });
    },
    close: async () => {
      await server?.close();
    },
  };
}

/** What others may call of these methods. */
function serving(methods: Methods, joins: ShareOptions['joins'], { within }: CallEvents, { run, ended }: BesideOptions): Serve {
  return {
    has: (name) => isCallName(name) && Object.hasOwn(methods, name),
    run: async (name, parameters, { signal, onEvent }) => {
      const method: Method = methods[name as CallName];
      const value = await run(() => within(onEvent, () => method(...(parameters as never[]))));
      return { value, cutShort: ended.aborted && !signal.aborted && Object.hasOwn(joins, name) };
    },
  };
}
