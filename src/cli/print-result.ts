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
  const { terminal, json, verbose } = options;
  if (json) {
    terminal.output.write(`${JSON.stringify(toEnvelope(command, result, options.lines ?? false))}\n`);
    if (verbose && result.error !== undefined) terminal.errors.write(errorText(result.error, terminal.errors.paint, true));
  } else {
    if (result.text !== '') terminal.output.write(result.text);
    for (const { error } of result.failures ?? []) terminal.errors.write(errorText(error, terminal.errors.paint, verbose));
    if (result.error !== undefined) terminal.errors.write(errorText(result.error, terminal.errors.paint, verbose));
    const next = result.next ?? [];
    if (next.length > 0) terminal.output.write(`\n${terminal.output.paint.dim('Next:')}\n${next.map((line) => `  ${line}\n`).join('')}`);
  }
  return result.exitCode ?? options.stopped ?? codeOfErrors(result);
}

function codeOfErrors({ error, failures = [] }: CommandResult): number {
  if (error !== undefined) return exitCodeOf(error);
  const [first] = failures;
  return first === undefined ? EXIT.ok : exitCodeOf(first.error);
}
