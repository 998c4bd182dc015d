import { openEnvelope } from './open-envelope.ts';
import type { OperationKind } from './operations/operation-kind.ts';
import { unwrapEnvelope } from './operations/unwrap-envelope.ts';
import { unwrapTaggedMembers } from './operations/unwrap-tagged-members.ts';
import type { Subject } from './subject.ts';
import { readTypedMembers } from './typed-json.ts';
import { wantsOnly } from './wanted-members.ts';

/** A reading of a payload as a whole, before any of its places: nothing, one operation, or why nobody can be sure. */
export type WholeReading = { readonly kind: 'none' } | { readonly kind: 'reading'; readonly by: OperationKind } | { readonly kind: 'unsure'; readonly why: string };

/** Looks at a payload as a whole, where it is an envelope around what the schema wants or written in a database's own form. */
export function wholeReading(subject: Subject): WholeReading {
  const opening = openEnvelope(subject);
  if (opening.kind === 'foreign') return { kind: 'unsure', why: opening.why };
  if (opening.kind === 'opened') return { kind: 'reading', by: unwrapEnvelope };
  const members = readTypedMembers(subject.payload);
  return members !== undefined && wantsOnly(subject, members) ? { kind: 'reading', by: unwrapTaggedMembers } : { kind: 'none' };
}
