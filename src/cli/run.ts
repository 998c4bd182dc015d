import { CommanderError } from 'commander';
import { systemClock } from '../core/clock.ts';
import { commandLine } from './command-line.ts';
import type { CommandContext, CommandOptions, CommandResult, OpenedMendq } from './command.ts';
import { COMMANDS, type CommandEntry } from './command-map.ts';
import { helpResult, shownHelp, versionResult } from './help.ts';
import { openMendq } from './open-mendq.ts';
import type { OwnStreams } from './own-streams.ts';
import { printResult } from './print-result.ts';
import { createProgram, type Request } from './program.ts';
import { dropUnsetVariables, wantsJson } from './read-variables.ts';
import { sayHolder } from './say-holder.ts';
import { listenForStop } from './stop-signals.ts';
import { createOutput, type Terminal } from './terminal.ts';
import { toMendqError } from './to-mendq-error.ts';

/** Longest wait for connections to be given back at the end, in milliseconds. */
const CLOSE_TIMEOUT = 5000;

/** What a run of the command line stands on. */
export interface Surroundings {
  readonly words: readonly string[];
  readonly environment: Record<string, string | undefined>;
  readonly directory: string;
  readonly streams: OwnStreams;
  /** Ends the process at once. */
  readonly end: (code: number) => void;
}

/** Runs one command line and resolves with its exit code. Never rejects. */
export async function run(surroundings: Surroundings): Promise<number> {
  const { words, environment } = surroundings;
  dropUnsetVariables(environment);
  const fallback: CommandOptions = { json: wantsJson(words, environment), verbose: words.includes('--verbose') };
  let printed = '';
  let request: Request | undefined;
  const program = createProgram((asked) => (request = asked), (text) => (printed += text));
  try {
    if (words.length === 0) return print('help', helpResult(program, undefined), fallback, surroundings);
    program.parse(words, { from: 'user' });
    if (request?.kind === 'command') return await runCommand(request.entry, request.options, request.parameters, surroundings);
    return print('help', helpResult(program, request?.topic), request?.options ?? fallback, surroundings);
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.version') return print('version', versionResult(), fallback, surroundings);
    if (error instanceof CommanderError && error.code.startsWith('commander.help')) return print('help', shownHelp(program, printed), fallback, surroundings);
    return printFailure(error, surroundings);
  }
}

/** Prints an error that no command could report itself, and returns its exit code. */
export function printFailure(error: unknown, surroundings: Surroundings): number {
  const { words, environment } = surroundings;
  const options: CommandOptions = { json: wantsJson(words, environment), verbose: words.includes('--verbose') };
  const command = words.find((word) => COMMANDS.some(({ name }) => name === word)) ?? 'mendq';
  return print(command, failed(error), options, surroundings);
}

async function runCommand(entry: CommandEntry, options: CommandOptions, parameters: readonly string[], surroundings: Surroundings): Promise<number> {
  const { streams, environment, directory, end } = surroundings;
  const terminal = terminalFor(options, surroundings);
  const stop = listenForStop({
    finishesFirst: entry.finishesFirst,
    onStop: () => terminal.errors.write('\nStopping: what is in hand is finished first. Once more ends at once.\n'),
    end,
    now: () => performance.now(),
  });
  let opened: OpenedMendq | undefined;
  const context: CommandContext = {
    command: entry.name,
    options,
    parameters,
    terminal,
    environment,
    directory,
    signal: AbortSignal.any([stop.signal, streams.closed]),
    open: async () => (opened = await openMendq(options, environment, directory, sayHolder(terminal.errors))),
    commandLine: (...line) => commandLine(line, options, entry.options().some(({ long }) => long === '--queue')),
  };
  try {
    const command = await entry.load();
    const result = await command(context).catch(failed);
    if (typeof result === 'number') return result;
    return print(entry.name, result, options, surroundings, { lines: entry.jsonLines ?? false, stopped: stop.received()?.code });
  } finally {
    if (opened !== undefined) await Promise.race([opened.mendq.close(), systemClock.sleep(CLOSE_TIMEOUT)]);
    stop.close();
  }
}

function print(
  command: string,
  result: CommandResult,
  options: CommandOptions,
  surroundings: Surroundings,
  how: { readonly lines?: boolean; readonly stopped?: number | undefined } = {},
): number {
  return printResult(command, result, { ...how, terminal: terminalFor(options, surroundings), json: options.json ?? false, verbose: isVerbose(options, surroundings) });
}

function terminalFor({ color }: CommandOptions, { streams, environment }: Surroundings): Terminal {
  return { output: createOutput(streams.output, { color, environment }), errors: createOutput(streams.errors, { color, environment }) };
}

function isVerbose({ verbose }: CommandOptions, { environment }: Surroundings): boolean {
  return verbose === true || (environment['DEBUG'] ?? '').split(/[\s,]+/).some((name) => name === '*' || name.startsWith('mendq'));
}

function failed(error: unknown): CommandResult {
  return { status: 'error', summary: {}, text: '', error: toMendqError(error) };
}
