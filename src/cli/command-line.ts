import type { CommandOptions } from './command.ts';

/** A command line of mendq that a shell takes as it is, with the flags that name configuration, ledger and queues. */
export function commandLine(words: readonly string[], options: CommandOptions, queues: boolean): string {
  const flags = [
    ...(options.config === undefined ? [] : ['--config', options.config]),
    ...(options.ledger === undefined ? [] : ['--ledger', options.ledger]),
    ...(queues ? (options.queue ?? []).flatMap((queue) => ['--queue', queue]) : []),
  ];
  return ['mendq', ...words, ...flags].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
