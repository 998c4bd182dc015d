import { jsonEqual, type Json } from '../core/json.ts';
import type { ProposedProgram } from '../core/model-answer.ts';
import type { Operation } from '../core/operation.ts';
import { namesIn, sentAt, withNames } from './declared-names.ts';
import { showsSameName } from './likely-name.ts';
import { readProgram } from './read-program.ts';
import { readSubject } from './read-subject.ts';
import { repair, type RepairRequest } from './repair-letters.ts';
import { search } from './search.ts';

/** Share of the letters of a group for which a program has to be proved (repair-and-model.md, 3.3). */
const SHARE = 0.95;

/** A program that holds, or why none does. */
export type Induction =
  | {
      readonly kind: 'induced';
      readonly operations: readonly Operation[];
      /**
       * True where each name that the program takes for another shows by itself that it is the same. Anything else is only
       * plausible, and waits for a person.
       */
      readonly corroborated: boolean;
      readonly proved: number;
      readonly tried: number;
    }
  | { readonly kind: 'none'; readonly why: string };

type Induced = Extract<Induction, { readonly kind: 'induced' }>;

/**
 * Makes a remedy out of what a model proposed for letters of one kind. A program only says under which other names the
 * missing values stand; what is done with them is what a letter's own search finds once it knows these names, and each
 * result is proved as every repair is. Accepted is a program that is proved for at least 95 % of the letters; of several
 * the one with the most proofs, then the fewest operations. Two that would make different payloads of one letter
 * contradict each other, and none is accepted. Changes nothing; asking twice gives the same.
 */
export async function induce(programs: readonly ProposedProgram[], requests: readonly RepairRequest[]): Promise<Induction> {
  const accepted: { readonly induced: Induced; readonly payloads: readonly (Json | undefined)[] }[] = [];
  const refusals: string[] = [];
  for (const program of programs) {
    const tried = await tryProgram(program, requests);
    if ('why' in tried) refusals.push(tried.why);
    else accepted.push(tried);
  }
  const [best, ...others] = accepted.toSorted((left, right) => right.induced.proved - left.induced.proved || left.induced.operations.length - right.induced.operations.length);
  if (best === undefined) return { kind: 'none', why: refusals[0] ?? 'no program was proposed' };
  const contradicts = others.some(({ payloads }) => payloads.some((payload, index) => payload !== undefined && best.payloads[index] !== undefined && !jsonEqual(payload, best.payloads[index])));
  return contradicts ? { kind: 'none', why: 'two of the proposed programs can be proved and make different payloads of one letter' } : best.induced;
}

async function tryProgram(program: ProposedProgram, requests: readonly RepairRequest[]): Promise<{ readonly induced: Induced; readonly payloads: readonly (Json | undefined)[] } | { readonly why: string }> {
  const [first] = requests;
  if (first === undefined) return { why: 'there is no letter to prove it on' };
  const operations = await operationsFor(program, first);
  if ('why' in operations) return operations;
  const results = await repair(requests, { remedies: new Map([[first.letter.signatures.shape, { signature: first.letter.signatures.shape, operations, origin: 'model', state: 'canary' }]]) });
  const payloads = results.map((result) => (result.kind === 'repaired' ? result.payload : undefined));
  const proved = payloads.filter((payload) => payload !== undefined).length;
  if (proved < SHARE * requests.length) return { why: `it is proved for ${proved} of ${requests.length} letters: ${results.find((result) => result.kind === 'abstained')?.why ?? ''}` };
  const corroborated = namesIn(operations).every((name) => showsSameName(sentAt(name), name.wanted));
  return { induced: { kind: 'induced', operations, corroborated, proved, tried: requests.length }, payloads };
}

/** What a letter's own search finds once it knows the names that the program declares. */
async function operationsFor(program: ProposedProgram, { letter, diagnosis }: RepairRequest): Promise<readonly Operation[] | { readonly why: string }> {
  const read = await readSubject(letter, diagnosis);
  if (read.kind === 'unfit') return { why: read.why };
  const names = readProgram(program, read.subject);
  if ('why' in names) return names;
  const found = await search(withNames(read.subject, names));
  return found.kind === 'found' ? found.operations : { why: found.why };
}
