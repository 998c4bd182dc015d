import { Command } from 'commander';
import { COMMANDS, type CommandEntry } from './command-map.ts';
import type { CommandOptions } from './command.ts';
import { commonOptions, commonOptionsWithVariables } from './options.ts';
import { versionLine } from './version.ts';

/** What the command line asks for. */
export type Request =
  | { readonly kind: 'command'; readonly entry: CommandEntry; readonly options: CommandOptions; readonly parameters: readonly string[] }
  | { readonly kind: 'help'; readonly topic: string | undefined; readonly options: CommandOptions };

const TOPICS = 'Topics: mendq help exit-codes\n';

/**
 * The command line of mendq. `onRequest` is told what the parsed line asks for; nothing is run here. Parsing throws
 * commander's errors and never ends the process; what commander would print goes to `write`.
 */
export function createProgram(onRequest: (request: Request) => void, write: (text: string) => void): Command {
  const program = new Command('mendq')
    .description('Heals dead-letter queues.')
    .version(versionLine(), '-V, --version', 'print the versions of mendq, Node and the platform')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined })
    .addHelpCommand(false)
    .addHelpText('after', `\n${TOPICS}`);
  for (const option of commonOptions()) program.addOption(option);
  for (const entry of COMMANDS) program.addCommand(toCommand(entry, program, onRequest));
  const help = program.command('help').argument('[topic]', 'a command, or exit-codes').description('help for a command; help exit-codes lists the exit codes');
  for (const option of commonOptionsWithVariables()) help.addOption(option);
  help.action((topic: string | undefined) => onRequest({ kind: 'help', topic, options: help.optsWithGlobals<CommandOptions>() }));
  return program;
}

function toCommand(entry: CommandEntry, program: Command, onRequest: (request: Request) => void): Command {
  const command = new Command(entry.name).description(entry.description).copyInheritedSettings(program);
  for (const parameter of entry.parameter?.split(' ') ?? []) command.argument(parameter);
  for (const option of [...entry.options(), ...commonOptionsWithVariables()]) command.addOption(option);
  return command.action(() => {
    onRequest({ kind: 'command', entry, options: command.optsWithGlobals<CommandOptions>(), parameters: command.args });
  });
}
