import type { Command } from 'commander';
import { MendqError } from '../core/errors.ts';
import { COMMANDS } from './command-map.ts';
import type { CommandResult } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { versionLine, versions } from './version.ts';

/** What `mendq help`, `mendq help COMMAND` and `mendq help exit-codes` tell. Throws `MENDQ_E_USAGE` for any other topic. */
export function helpResult(program: Command, topic: string | undefined): CommandResult {
  if (topic === 'exit-codes') return exitCodesResult();
  if (topic === undefined) return shownHelp(program, `${program.helpInformation()}\nTopics: mendq help exit-codes\n`);
  const command = program.commands.find((candidate) => candidate.name() === topic);
  if (command === undefined) {
    throw new MendqError('MENDQ_E_USAGE', `there is no help on ${topic}`, { hint: `Topics: exit-codes, ${COMMANDS.map(({ name }) => name).join(', ')}.` });
  }
  return { status: 'ok', summary: { usage: `mendq ${command.name()} ${command.usage()}`, description: command.description() }, items: optionsOf(command), text: command.helpInformation() };
}

/** Help that commander has already put into words. */
export function shownHelp(program: Command, text: string): CommandResult {
  const items = program.commands.map((command) => ({ name: command.name(), description: command.description(), options: optionsOf(command) }));
  return { status: 'ok', summary: versions(), items, text };
}

/** What `mendq --version` tells. */
export function versionResult(): CommandResult {
  return { status: 'ok', summary: versions(), text: `${versionLine()}\n` };
}

function exitCodesResult(): CommandResult {
  const text = EXIT_CODES.map(({ code, meaning }) => `${String(code).padStart(4)}  ${meaning}\n`).join('');
  const notes = '\nA patrol that is told to stop ends with 0: that is how a patrol ends. A second signal ends any command at once, with 130 or 143.\n';
  return { status: 'ok', summary: {}, items: EXIT_CODES, text: text + notes };
}

function optionsOf(command: Command): readonly { readonly flags: string; readonly description: string; readonly variable: string | null }[] {
  return command.options.map(({ flags, description, envVar }) => ({ flags, description, variable: envVar ?? null }));
}
