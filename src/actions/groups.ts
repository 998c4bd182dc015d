import { letterIdOf, type LetterId } from '../core/dead-letter.ts';
import type { ParsedFailure } from '../core/failure.ts';
import type { LetterState } from '../core/outcome.ts';
import { failureOf, type House, type QueueFailure } from '../house.ts';
import { inspect } from '../inspect/inspect.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { queuePages } from '../pass/queue-pages.ts';
import type { QueueAdapter } from '../queues/contract.ts';

/** Letters read at once. */
const PAGE = 200;

/** The dead letters of one kind in one queue, as they stand now. */
export interface LetterGroup {
  readonly signature: string;
  readonly queue: string;
  readonly name: string;
  /** The failure in its masked form, redacted. */
  readonly title: string;
  /** The cause in the words of the model that was asked; absent where none was. */
  readonly explanation?: string;
  readonly letters: number;
  readonly oldest: Date;
  readonly newest: Date;
  /** One letter of the group, to look at. */
  readonly example: LetterId;
  /** How many of them the ledger has in which state; `new` for letters it has not seen. */
  readonly states: Readonly<Partial<Record<LetterState | 'new', number>>>;
}

/** Groups and counts. */
export interface GroupReport {
  readonly groups: readonly LetterGroup[];
  readonly letters: number;
  /** Letters by queue, also for queues without any. */
  readonly queues: Readonly<Record<string, number>>;
  readonly failures: readonly QueueFailure[];
}

/** Reads the queues and sorts their dead letters by kind, most letters first. Changes nothing. */
export async function groups(house: House, options: { readonly queues?: readonly string[]; readonly signal?: AbortSignal }): Promise<GroupReport> {
  const context = await house.passContext(options.signal ?? new AbortController().signal, options.queues);
  const found = new Map<string, LetterGroup>();
  const failures = [...context.failures];
  const queues: Record<string, number> = {};
  for (const queue of context.queues) {
    try {
      queues[queue.name] = await groupQueue(queue, context, found);
    } catch (error) {
      failures.push(failureOf(queue.name, error));
    }
  }
  const said = new Map((found.size === 0 ? [] : await context.ledger.consultations([...new Set([...found.values()].map(({ signature }) => signature))])).map(({ signature, explanation }) => [signature, explanation] as const));
  const sorted = [...found.values()].map((group) => withExplanation(group, said.get(group.signature))).toSorted((left, right) => right.letters - left.letters || (left.signature < right.signature ? -1 : 1));
  return { groups: sorted, letters: sorted.reduce((sum, group) => sum + group.letters, 0), queues, failures };
}

function withExplanation(group: LetterGroup, explanation: string | undefined): LetterGroup {
  return explanation === undefined ? group : { ...group, explanation };
}

async function groupQueue(queue: QueueAdapter, context: PassContext, found: Map<string, LetterGroup>): Promise<number> {
  let letters = 0;
  for await (const page of queuePages(queue, PAGE, context.signal)) {
    const known = new Map((await context.ledger.known(page.map(letterIdOf))).map(({ id, state }) => [id, state] as const));
    const inspected = await inspect(page.map((raw) => ({ raw, round: 0, jobType: context.jobTypeOf(raw.queue, raw.name), redactorFor: context.redactorFor })));
    for (const { letter, failure, signatures } of inspected) {
      const key = `${letter.queue}\0${signatures.shape}`;
      const state = known.get(letter.id) ?? 'new';
      const title = found.get(key)?.title ?? context.redactorFor(letter).text(titleOf(failure));
      found.set(key, withLetter(found.get(key), { signature: signatures.shape, queue: letter.queue, name: letter.name, title, example: letter.id, at: letter.failure.at }, state));
    }
    letters += page.length;
    context.emit('pass-progress', { stage: 'reading', queue: queue.name, letters });
  }
  return letters;
}

function titleOf({ errorClass, template }: ParsedFailure): string {
  return `${errorClass === '' ? '' : `${errorClass}: `}${template.split('\n', 1)[0] ?? ''}`;
}

function withLetter(
  group: LetterGroup | undefined,
  { at, ...letter }: Pick<LetterGroup, 'signature' | 'queue' | 'name' | 'title' | 'example'> & { readonly at: Date },
  state: LetterState | 'new',
): LetterGroup {
  if (group === undefined) return { ...letter, letters: 1, oldest: at, newest: at, states: { [state]: 1 } };
  return {
    ...group,
    letters: group.letters + 1,
    oldest: at < group.oldest ? at : group.oldest,
    newest: at > group.newest ? at : group.newest,
    states: { ...group.states, [state]: (group.states[state] ?? 0) + 1 },
  };
}
