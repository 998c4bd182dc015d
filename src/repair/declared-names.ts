import { isJsonObject } from '../core/json.ts';
import { matchesPattern, pointerSegments, toPointer, valueAt, type Pointer, type PointerPattern } from '../core/json-pointer.ts';
import type { Operation } from '../core/operation.ts';
import { copyValue } from './operations/copy-value.ts';
import { renameKey } from './operations/rename-key.ts';
import { protectionOf } from './protect.ts';
import type { Subject } from './subject.ts';

/** Says that the value of a member stands under another key beside it, or at another place. */
export interface NamedElsewhere {
  readonly wanted: PointerPattern;
  /** A key, or a place that begins with `/`. */
  readonly sent: string;
}

/** What the operations of a remedy say of names. All else that they do, a letter's own search would do too. */
export function namesIn(operations: readonly Operation[]): readonly NamedElsewhere[] {
  return operations.flatMap(({ name, path, with: parameters }): NamedElsewhere[] => {
    if (!isJsonObject(parameters)) return [];
    const { from, to, source } = parameters;
    if (name === copyValue.name && typeof source === 'string') return [{ wanted: path, sent: source }];
    if (name !== renameKey.name) return [];
    if (typeof from === 'string') return [{ wanted: path, sent: from }];
    const [parent, key] = [pointerSegments(path).slice(0, -1), pointerSegments(path).at(-1) ?? ''];
    return typeof to === 'string' ? [{ wanted: toPointer([...parent, to]), sent: key }] : [];
  });
}

/** The letter as if the user had declared these names beside their own. */
export function withNames(subject: Subject, names: readonly NamedElsewhere[]): Subject {
  if (names.length === 0) return subject;
  const aliases: Record<PointerPattern, readonly string[]> = { ...subject.jobType.aliases };
  for (const { wanted, sent } of names) aliases[wanted] = [...new Set([...(aliases[wanted] ?? []), sent])];
  return { ...subject, jobType: { ...subject.jobType, aliases } };
}

/** The place at which the value of such a member stands in a letter. */
export function sentAt({ wanted, sent }: NamedElsewhere): PointerPattern {
  return sent.startsWith('/') ? sent : toPointer([...pointerSegments(wanted).slice(0, -1), sent]);
}

/** Why nobody but a person may say so: one of the two places is protected in this letter. */
export function protectedPlace(subject: Subject, name: NamedElsewhere): Pointer | undefined {
  const protection = protectionOf(subject);
  const isProtected = (place: Pointer, value: Pointer): boolean => protection(place, valueAt(subject.payload, value)) !== undefined;
  const sent = sentAt(name);
  const places = subject.issues.map(({ pointer }) => pointer).filter((pointer) => matchesPattern(name.wanted, pointer) || matchesPattern(sent, pointer));
  return [name.wanted, sent, ...places].find((place) => isProtected(place, sent) || isProtected(place, place));
}
