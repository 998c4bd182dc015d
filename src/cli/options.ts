import { Option } from 'commander';
import { FINAL_STATES, IN_FLIGHT_STATES, type LetterState } from '../core/outcome.ts';
import { readChange, readChoices, readCount, readDuration, readList, readPointer, readPort, readSince } from './read-values.ts';

/** Every state in which a letter can be. */
const LETTER_STATES: readonly LetterState[] = ['seen', 'planned', ...IN_FLIGHT_STATES, ...FINAL_STATES];

/** Options of every command. They may stand before the command too. */
export function commonOptions(): readonly Option[] {
  return [
    new Option('--json', 'print one JSON object and nothing else on standard output'),
    new Option('--color', 'colours, also where nobody seems to look'),
    new Option('--no-color', 'no colours (NO_COLOR does the same)'),
    new Option('--verbose', 'errors with their stack'),
  ];
}

/**
 * The same options with their variables. Only commands have these: what stands before the command is a flag, and
 * commander lets it win over everything that the command itself read, variables included.
 */
export function commonOptionsWithVariables(): readonly Option[] {
  return commonOptions().map((option) => option.env(variableOf(option)));
}

/** The variable of an option: `--wake-port` is `MENDQ_WAKE_PORT`. */
export function variableOf(option: Option): string {
  return `MENDQ_${(option.long ?? '').slice(2).replaceAll('-', '_').toUpperCase()}`;
}

/** Options of commands that read the configuration. */
export function configOptions(): readonly Option[] {
  return [
    new Option('--config <file>', 'the configuration file').env('MENDQ_CONFIG'),
    new Option('--ledger <place>', "a postgres:// URL, or the embedded ledger's folder").env('MENDQ_LEDGER'),
  ];
}

/** Which queues. */
export function queueOption(): Option {
  return new Option('--queue <name>', 'only this queue; may be repeated').env('MENDQ_QUEUE').argParser(readList);
}

/** How many entries. */
export function limitOption(what: string): Option {
  return new Option('--limit <count>', what).env('MENDQ_LIMIT').argParser(readCount);
}

/** What makes a command exit with 3. */
export function failOnOption(...choices: readonly string[]): Option {
  return new Option('--fail-on <what>', `exit with 3 where there is: ${choices.join(', ')}`).env('MENDQ_FAIL_ON').argParser(readChoices(choices));
}

/** Options of `heal`. */
export function waitOptions(): readonly Option[] {
  return [
    new Option('--wait', 'follow the replays until every letter has an outcome').env('MENDQ_WAIT'),
    new Option('--timeout <time>', 'longest wait, as in 30s or 10m (default: 10m)').env('MENDQ_TIMEOUT').argParser(readDuration),
  ];
}

/** Options of `patrol`. */
export function patrolOptions(): readonly Option[] {
  return [
    new Option('--every <time>', 'time between scheduled passes (default: 30m)').env('MENDQ_EVERY').argParser(readDuration),
    new Option('--no-listen', "ignore the broker's events: only the schedule, due replays and wake-ups").env('MENDQ_NO_LISTEN'),
    new Option('--wake-port <port>', 'listen for POST /wake; the token comes from MENDQ_WAKE_TOKEN').env('MENDQ_WAKE_PORT').argParser(readPort),
    new Option('--wake-host <host>', 'address to listen on (default: 127.0.0.1)').env('MENDQ_WAKE_HOST'),
  ];
}

/** Who acts, for the audit. */
export function actorOption(): Option {
  return new Option('--actor <name>', 'who does this, for the audit (default: user@machine)').env('MENDQ_ACTOR');
}

/** Options of `discard`. */
export function discardOptions(): readonly Option[] {
  return [
    new Option('--reason <text>', 'why, for the audit').env('MENDQ_REASON'),
    new Option('--yes', 'do it for all letters of a group').env('MENDQ_YES'),
  ];
}

/** Options of `requeue`. */
export function requeueOptions(): readonly Option[] {
  return [
    new Option('--payload <file>', 'the whole payload as JSON; - reads it from standard input').env('MENDQ_PAYLOAD'),
    new Option('--set <change>', 'a value at a place, as in /amount=12.5 or /note=\'"text"\'; may be repeated').env('MENDQ_SET').argParser(readChange),
    new Option('--remove <pointer>', 'a place to remove, after all --set; may be repeated').env('MENDQ_REMOVE').argParser(readPointer),
    new Option('--change-protected', 'ids, amounts and recipients are changed on purpose').env('MENDQ_CHANGE_PROTECTED'),
    new Option('--dry-run', 'only prove it and show the difference').env('MENDQ_DRY_RUN'),
  ];
}

/** Options of `forget`. */
export function forgetOptions(): readonly Option[] {
  return [
    new Option('--yes', 'do it: what is forgotten can not be brought back').env('MENDQ_YES'),
    new Option('--dry-run', 'only say what would be forgotten, also where --yes is set').env('MENDQ_DRY_RUN'),
  ];
}

/** Options of `eval`. */
export function evalOptions(): readonly Option[] {
  return [
    new Option('--bare-stacks', 'drop what stands behind the frames of each stack, as BullMQ does').env('MENDQ_BARE_STACKS'),
    new Option('--model-script <file>', 'answers in the place of a model: JSON Lines of {"signature","answer"}').env('MENDQ_MODEL_SCRIPT'),
  ];
}

/** Options of `doctor`. */
export function doctorOptions(): readonly Option[] {
  return [new Option('--model', 'also ask the configured model one question, which costs what one call costs').env('MENDQ_ASK_MODEL')];
}

/** From which time on. */
export function sinceOption(what: string): Option {
  return new Option('--since <time>', what).env('MENDQ_SINCE').argParser(readSince);
}

/** Options of `export`. */
export function exportOptions(): readonly Option[] {
  return [
    new Option('--state <state>', 'only letters in this state; may be repeated').env('MENDQ_STATE').argParser(readChoices(LETTER_STATES)),
    new Option('--since <time>', 'only letters that died since: 2026-11-30, 2026-11-30T03:15:00Z, or 7d for the last 7 days').env('MENDQ_SINCE').argParser(readSince),
    new Option('--from-queue', 'also letters that are dead in a queue and that no pass has seen').env('MENDQ_FROM_QUEUE'),
    new Option('--raw', 'hide nothing: payloads, errors and stacks as they are').env('MENDQ_RAW'),
    new Option('--out <file>', 'the file to write, in the place of standard output').env('MENDQ_OUT'),
    new Option('--force', 'replace the file where it is there').env('MENDQ_FORCE'),
  ];
}

/** Options of `demo`. */
export function demoOptions(): readonly Option[] {
  return [
    new Option('--broker <broker>', 'where the queues live (default: embedded)').env('MENDQ_BROKER').choices(['embedded', 'redis']),
    new Option('--url <url>', 'the server of --broker redis, as in redis://localhost:6379').env('MENDQ_URL'),
  ];
}
