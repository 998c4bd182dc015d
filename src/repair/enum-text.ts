import type { Json } from '../core/json.ts';
import { halfWidth, visibleText } from './readable-text.ts';

/** A word as it is compared with allowed values: visible, half as wide, composed. */
export function enumText(text: string): string {
  return visibleText(halfWidth(text, { letters: true })).normalize('NFC');
}

/** The one member that `sameAs` finds among the allowed texts, `undefined` where there is none or more than one. */
export function onlyMember(members: readonly Json[], sameAs: (member: string) => boolean): string | undefined {
  const [member, ...others] = members.filter((candidate): candidate is string => typeof candidate === 'string' && sameAs(candidate));
  return others.length === 0 ? member : undefined;
}

/**
 * A word without what only joins its parts: `in-progress`, `IN_PROGRESS` and `inProgress` are one. Signs between digits
 * stay (`1.0` is not `10`), and so do those at the edges (`A-` is not `A`).
 */
export function joinedWord(text: string): string {
  return enumText(text).toLowerCase().replace(/(?<=\p{L})[ _.-]+(?=[\p{L}\d])|(?<=\d)[ _.-]+(?=\p{L})/gu, '');
}
