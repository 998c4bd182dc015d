import type { HistoryOptions, HistoryPage } from '../../actions/history.ts';
import type { CorpusLetter } from '../../core/corpus-letter.ts';
import type { LetterState } from '../../core/outcome.ts';
import type { QueueFailure } from '../../house.ts';
import type { Mendq } from '../../mendq.ts';
import { commandLine } from '../command-line.ts';
import type { CommandContext, CommandOptions, CommandResult, RunCommand } from '../command.ts';
import { exportNotes, exportSentence, type Exported } from '../export-text.ts';
import { fileSink, streamSink, type LineSink } from '../line-sink.ts';
import { oneLine } from '../plain-text.ts';
import { showCounts } from '../show-counts.ts';

/** `mendq export`: letters of the ledger, and with `--from-queue` those that no pass has seen, as `mendq eval` reads them. */
export const exportLetters: RunCommand = async (context) => {
  const { options, terminal, directory } = context;
  const { out, json = false, force = false } = options;
  const items: CorpusLetter[] = [];
  const sink = out === undefined ? streamSink(json ? () => undefined : terminal.output.write) : await fileSink(out, directory, force);
  try {
    const { mendq } = await context.open();
    const exported = await writeAll(mendq, sink, context, json && out === undefined ? items : undefined);
    if (!exported.interrupted) await sink.finish();
    return toResult(exported, items, context);
  } finally {
    await sink.drop();
  }
};

async function writeAll(mendq: Mendq, sink: LineSink, context: CommandContext, items: CorpusLetter[] | undefined): Promise<Exported> {
  const { options, signal } = context;
  const { limit = Number.POSITIVE_INFINITY } = options;
  const counts = { letters: 0, labelled: 0, hidden: 0, leftOut: 0, truncated: false };
  const failures: QueueFailure[] = [];
  const { terminal } = context;
  const progress = showCounts(context, options.out === undefined && terminal.output.interactive);
  try {
    for await (const page of pagesOf(mendq, options, signal)) {
      const letters = page.letters.slice(0, limit - counts.letters);
      await sink.write(letters.map((letter) => JSON.stringify(letter)));
      items?.push(...letters);
      failures.push(...page.failures);
      counts.letters += letters.length;
      counts.leftOut += page.leftOut;
      counts.labelled += letters.filter(({ expected }) => expected !== null).length;
      counts.hidden += letters.filter(({ redacted }) => redacted === true).length;
      counts.truncated = letters.length < page.letters.length || (counts.letters === limit && page.next !== undefined);
      progress.show('written', counts.letters);
      if (counts.letters === limit) break;
    }
  } finally {
    progress.end();
  }
  return { ...counts, failures, interrupted: signal.aborted };
}

async function* pagesOf(mendq: Mendq, { queue, state, since, raw, fromQueue = false }: CommandOptions, signal: AbortSignal): AsyncGenerator<HistoryPage> {
  const wanted: HistoryOptions = {
    queues: queue ?? [],
    raw: raw ?? false,
    signal,
    // The parser of the command line has let nothing else through.
    ...(state === undefined ? {} : { states: state as readonly LetterState[] }),
    ...(since === undefined ? {} : { since }),
  };
  for (const from of fromQueue ? (['ledger', 'queues'] as const) : (['ledger'] as const)) {
    let after: string | undefined;
    do {
      const page = await mendq.history({ ...wanted, from, ...(after === undefined ? {} : { after }) });
      yield page;
      after = page.next;
    } while (after !== undefined && !signal.aborted);
  }
}

function toResult(exported: Exported, items: readonly CorpusLetter[], context: CommandContext): CommandResult {
  const { letters, failures, interrupted, ...rest } = exported;
  const { out, raw = false } = context.options;
  const isWritten = out !== undefined && !interrupted;
  return {
    status: failures.length > 0 || interrupted ? 'partial' : letters === 0 ? 'nothing_to_do' : 'ok',
    summary: { letters, ...rest, interrupted, raw, ...(out === undefined ? {} : { out }) },
    items,
    text: say(exported, `${exportSentence(exported)}${isWritten ? `, in ${oneLine(out)}` : ''}\n`, context),
    next: isWritten && letters > 0 ? [commandLine(['eval', out], {}, false)] : [],
    failures,
  };
}

/** Says on standard error what has to be said there. Returns what is left for standard output: nothing where the letters went there. */
function say(exported: Exported, sentence: string, { options, terminal }: CommandContext): string {
  const { out, json = false, raw = false } = options;
  for (const note of exportNotes(exported, raw)) terminal.errors.write(`${note}\n`);
  if (out !== undefined || json) return sentence;
  terminal.errors.write(sentence);
  return '';
}
