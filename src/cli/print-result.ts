import { EXIT, exitCodeOf } from './exit-codes.ts';
import { toEnvelope } from './envelope.ts';
import { errorText } from './error-text.ts';
import type { CommandResult } from './command.ts';
import type { Terminal } from './terminal.ts';

/** How a result is printed. */
export interface PrintOptions {
  readonly terminal: Terminal;
  readonly json: boolean;
  readonly verbose: boolean;
  /** True where it ends JSON Lines. */
  readonly lines?: boolean;
  /** Exit code of the signal that stopped the command. */
  readonly stopped?: number | undefined;
}

/** Prints a result, for programs or for people, and returns the exit code that goes with it. */
export function printResult(command: string, result: CommandResult, options: PrintOptions): number {
  if (options.json) printForPrograms(command, result, options);
  else printForPeople(result, options);
  return result.exitCode ?? options.stopped ?? codeOfErrors(result);
}

function printForPrograms(command: string, result: CommandResult, { terminal, verbose, lines = false }: PrintOptions): void {
  terminal.output.write(`${JSON.stringify(toEnvelope(command, result, lines))}\n`);
  if (verbose && result.error !== undefined) terminal.errors.write(errorText(result.error, terminal.errors.paint, true));
}

function printForPeople({ text, failures = [], error, next = [] }: CommandResult, { terminal, verbose }: PrintOptions): void {
  const { output, errors } = terminal;
  if (text !== '') output.write(text);
  const problems = [...failures.map((failure) => failure.error), ...(error === undefined ? [] : [error])];
  for (const problem of problems) errors.write(errorText(problem, errors.paint, verbose));
  if (next.length > 0) output.write(`\n${output.paint.dim('Next:')}\n${next.map((line) => `  ${line}\n`).join('')}`);
}

function codeOfErrors({ error, failures = [] }: CommandResult): number {
  if (error !== undefined) return exitCodeOf(error);
  const [first] = failures;
  return first === undefined ? EXIT.ok : exitCodeOf(first.error);
}
