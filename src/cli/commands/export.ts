import type { HistoryOptions, HistoryPage } from '../../actions/history.ts';
import type { CorpusLetter } from '../../core/corpus-letter.ts';
import type { LetterState } from '../../core/outcome.ts';
import type { QueueFailure } from '../../house.ts';
import type { Mendq } from '../../mendq.ts';
import { commandLine } from '../command-line.ts';
import type { CommandContext, CommandOptions, CommandResult, RunCommand } from '../command.ts';
import { countText } from '../describe-time.ts';
import { fileSink, streamSink, type LineSink } from '../line-sink.ts';
import { oneLine } from '../plain-text.ts';
import { createStatusLine } from '../status-line.ts';

/** What was written. */
interface Exported {
  readonly letters: number;
  /** Those of them of which it is known what was right. */
  readonly labelled: number;
  /** Those of them in which something was hidden. */
  readonly hidden: number;
  readonly leftOut: number;
  readonly truncated: boolean;
  readonly interrupted: boolean;
  readonly failures: readonly QueueFailure[];
}

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
  const progress = showProgress(context);
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
      progress.show(counts.letters);
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

function toResult(exported: Exported, items: readonly CorpusLetter[], { options, terminal }: CommandContext): CommandResult {
  const { letters, failures, interrupted, ...rest } = exported;
  const { out, json = false, raw = false } = options;
  for (const note of notesOn(exported, raw)) terminal.errors.write(`${note}\n`);
  const said = `${sentenceOf(exported)}${out === undefined || interrupted ? '' : `, in ${oneLine(out)}`}\n`;
  const isData = out === undefined && !json;
  if (isData) terminal.errors.write(said);
  return {
    status: failures.length > 0 || interrupted ? 'partial' : letters === 0 ? 'nothing_to_do' : 'ok',
    summary: { letters, ...rest, interrupted, raw, ...(out === undefined ? {} : { out }) },
    items,
    text: isData ? '' : said,
    next: isData || out === undefined || interrupted || letters === 0 ? [] : [commandLine(['eval', out], {}, false)],
    failures,
  };
}

function sentenceOf({ letters, labelled, truncated, interrupted }: Exported): string {
  if (interrupted) return 'stopped before the end';
  return `${countText(letters, 'letter')}, ${labelled} of them with what was right${truncated ? '; there are more: raise --limit' : ''}`;
}

function notesOn({ hidden, leftOut }: Exported, raw: boolean): readonly string[] {
  return [
    ...(raw ? ['Nothing is hidden in these letters: they hold payloads, errors and stacks as they are.'] : []),
    ...(hidden === 0 ? [] : [`Values are hidden in ${countText(hidden, 'letter')}: eval decides them but can't score them. --raw writes them as they are.`]),
    ...(leftOut === 0 ? [] : [`${countText(leftOut, 'letter')} left out: their content is gone${raw ? ' or too large' : ', too large or no JSON'}.`]),
  ];
}

/** Shows how far it has come, where a person is watching and the letters go elsewhere. */
function showProgress({ terminal, options }: CommandContext): { readonly show: (letters: number) => void; readonly end: () => void } {
  const { errors, output } = terminal;
  if (options.json === true || !errors.interactive || (options.out === undefined && output.interactive)) return { show: () => undefined, end: () => undefined };
  const line = createStatusLine(errors);
  return { show: (letters) => line.show(`written ${countText(letters, 'letter')}`), end: line.clear };
}
