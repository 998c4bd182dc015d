import { isJsonObject } from '../core/json.ts';
import { generalise, isSafePointer, pointerSegments, toPointer, valueAt } from '../core/json-pointer.ts';
import { MAX_OPERATIONS, type Operation } from '../core/operation.ts';
import type { ProposedOperation, ProposedProgram } from '../core/model-answer.ts';
import { protectedPlace, sentAt, type NamedElsewhere } from './declared-names.ts';
import { copyValue } from './operations/copy-value.ts';
import { OPERATIONS } from './operations/registry.ts';
import { renameKey } from './operations/rename-key.ts';
import { siteAt } from './site.ts';
import type { Subject } from './subject.ts';
import { knownKeys } from './want.ts';

/** One operation that a model may propose. */
export interface OperationOffer {
  readonly name: Operation['name'];
  /** What it does, in one sentence. */
  readonly explanation: string;
  /** What its argument is; absent where it takes none. */
  readonly argument?: string;
}

const NAMING: readonly OperationOffer[] = [
  { name: renameKey.name, explanation: 'The value of a missing member stands beside it under another key. `path`: the key that was sent.', argument: 'the pointer of the missing member' },
  { name: copyValue.name, explanation: 'The value of a missing member stands at another place of the payload. `path`: the missing member.', argument: 'the pointer of the place where the value stands' },
];

/** The closed list: what a model may propose. All but the two that name a place read a value in another form, by themselves. */
export const OFFERED_OPERATIONS: readonly OperationOffer[] = [
  ...NAMING,
  ...OPERATIONS.filter(({ name, class: kind }) => (kind === 'lossless' || kind === 'default') && NAMING.every((other) => other.name !== name)).map(({ name }) => ({
    name,
    explanation: `${name.replaceAll('-', ' ')}, where the schema's complaint at \`path\` calls for it.`,
  })),
];

const OFFERED: ReadonlySet<string> = new Set(OFFERED_OPERATIONS.map(({ name }) => name));

/**
 * The names that a program declares for a letter, or why it is none that mendq tries: an operation that is not offered, a
 * place that is not there or that the schema knows as something else, a prototype, a protected place.
 */
export function readProgram({ operations }: ProposedProgram, subject: Subject): readonly NamedElsewhere[] | { readonly why: string } {
  if (operations.length === 0) return { why: 'it has no operation' };
  if (operations.length > MAX_OPERATIONS) return { why: `it has more than ${MAX_OPERATIONS} operations` };
  const names: NamedElsewhere[] = [];
  for (const operation of operations) {
    if (!OFFERED.has(operation.operation)) return { why: 'it names an operation that is not offered' };
    if (!isSafePointer(operation.path)) return { why: 'it reaches a prototype' };
    if (NAMING.every(({ name }) => name !== operation.operation)) continue;
    const name = nameOf(operation);
    const problem = name === undefined ? 'it names no place' : problemOf(name, subject);
    if (name === undefined || problem !== undefined) return { why: problem ?? '' };
    // What holds for one element of a list holds for all of them; a value from elsewhere is that of one place.
    names.push(operation.operation === renameKey.name ? { ...name, wanted: generalise(subject.payload, name.wanted) } : name);
  }
  return names;
}

function nameOf({ operation, path, argument }: ProposedOperation): NamedElsewhere | undefined {
  if (argument === null || !path.startsWith('/')) return undefined;
  if (operation === copyValue.name) return argument.startsWith('/') ? { wanted: path, sent: argument } : undefined;
  const segments = pointerSegments(path);
  const sent = segments.pop() ?? '';
  const wanted = argument.startsWith('/') ? argument : toPointer([...segments, argument]);
  return toPointer(pointerSegments(wanted).slice(0, -1)) === toPointer(segments) ? { wanted, sent } : undefined;
}

function problemOf(name: NamedElsewhere, subject: Subject): string | undefined {
  const sent = sentAt(name);
  if (![sent, name.wanted].every(isSafePointer)) return 'it reaches a prototype';
  if (protectedPlace(subject, name) !== undefined) return 'it would give a protected value another name, which only a person may do';
  const value = valueAt(subject.payload, sent);
  if (value === undefined || value === null) return 'there is nothing at the place that it names';
  const site = siteAt(subject, sent);
  if (isJsonObject(site.parent) && knownKeys(site.parentFragment)?.includes(site.key) === true) return 'the schema knows the place that it names as something else';
  return valueAt(subject.payload, name.wanted) === undefined ? undefined : 'the member that it takes for missing is there';
}
