import { COMMANDS } from './command-map.ts';
import { commonOptionsWithVariables } from './options.ts';

const OFF: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);

/**
 * Removes variables that say nothing: empty ones, and switches that are off (`MENDQ_WAIT=0`). The parser of the command
 * line would take the presence of a switch's variable for "on".
 */
export function dropUnsetVariables(environment: Record<string, string | undefined>): void {
  const options = [...commonOptionsWithVariables(), ...COMMANDS.flatMap((command) => command.options())];
  for (const { envVar, required, optional } of options) {
    const value = envVar === undefined ? undefined : environment[envVar];
    if (envVar === undefined || value === undefined) continue;
    if (value === '' || (!required && !optional && OFF.has(value.toLowerCase()))) delete environment[envVar];
  }
}

/** True where the words or the variables ask for JSON; also for command lines that can't be parsed. */
export function wantsJson(words: readonly string[], environment: Readonly<Record<string, string | undefined>>): boolean {
  const end = words.indexOf('--');
  const flags = end < 0 ? words : words.slice(0, end);
  return flags.includes('--json') || environment['MENDQ_JSON'] !== undefined;
}
