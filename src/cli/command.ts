import type { MendqError } from '../core/errors.ts';
import type { Mendq } from '../mendq.ts';
import type { MendqConfig } from '../config/config.ts';
import type { QueueFailure } from '../house.ts';
import type { PayloadChange } from '../repair/repair.ts';
import type { ColorChoice, Terminal } from './terminal.ts';

/** What the options of all commands say, after flags, variables and defaults. Absent where nobody said anything. */
export interface CommandOptions {
  readonly json?: boolean;
  readonly color?: boolean;
  readonly verbose?: boolean;
  readonly config?: string;
  readonly ledger?: string;
  readonly queue?: readonly string[];
  readonly limit?: number;
  readonly failOn?: readonly string[];
  readonly wait?: boolean;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Milliseconds. */
  readonly every?: number;
  readonly listen?: boolean;
  readonly wakeHost?: string;
  readonly wakePort?: number;
  readonly actor?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly reason?: string;
  /** A file, or `-` for standard input. */
  readonly payload?: string;
  readonly set?: readonly PayloadChange[];
  readonly remove?: readonly string[];
  readonly changeProtected?: boolean;
  readonly bareStacks?: boolean;
  readonly modelScript?: string;
  readonly model?: boolean;
  readonly state?: readonly string[];
  readonly since?: Date;
  readonly fromQueue?: boolean;
  readonly raw?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly broker?: 'embedded' | 'redis';
  readonly url?: string;
}

/** A healer over the configuration file, with the flags laid over it. */
export interface OpenedMendq {
  readonly mendq: Mendq;
  readonly config: MendqConfig;
  /** The configuration file, absolute. */
  readonly path: string;
}

/** What a command works with. */
export interface CommandContext {
  readonly command: string;
  readonly options: CommandOptions;
  readonly parameters: readonly string[];
  readonly terminal: Terminal;
  readonly environment: ColorChoice['environment'];
  /** The working directory, from which paths on the command line are meant. */
  readonly directory: string;
  /** Aborted by the first Ctrl-C or SIGTERM: finish what is in hand, then return. */
  readonly signal: AbortSignal;
  /** Loads the configuration. The healer is closed when the command has returned. */
  readonly open: () => Promise<OpenedMendq>;
  /** A command line of mendq for `next`, with the flags that named configuration, ledger and queues here. */
  readonly commandLine: (...words: readonly string[]) => string;
}

/** How a command ended. */
export type Status = 'ok' | 'nothing_to_do' | 'partial' | 'error';

/** What a command found or did: the same facts for programs and for people. */
export interface CommandResult {
  readonly status: Status;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly items?: readonly unknown[];
  /** For people. Ends with a line break. */
  readonly text: string;
  /** Command lines that make sense now. */
  readonly next?: readonly string[];
  /** Queues that could not be used, while the others could. */
  readonly failures?: readonly QueueFailure[];
  readonly error?: MendqError;
  /** @defaultValue that of the signal that stopped the command, of `error` or of the first of `failures`; otherwise 0 */
  readonly exitCode?: number;
}

/** A command. Returns its result, or the exit code where it has printed everything itself. */
export type RunCommand = (context: CommandContext) => Promise<CommandResult | number>;
