import { isJsonObject, jsonEqual, parseJson, type Json, type JsonObject } from '../core/json.ts';
import { pointerSegments, toPointer, valueAt, type Pointer } from '../core/json-pointer.ts';
import type { Move } from './apply.ts';
import { canonicallyEqual } from './canonical.ts';
import { describePlace } from './describe.ts';
import { normalKey } from './key-style.ts';
import { openEnvelope } from './open-envelope.ts';
import { isIndexed } from './operations/array-from-indexed.ts';
import { otherKeysOf } from './other-names.ts';
import { protectionOf, type ProtectionOf } from './protect.ts';
import { isOtherForm } from './same-form.ts';
import { siteAt } from './site.ts';
import type { Subject } from './subject.ts';
import { isTechnicalKey } from './technical-key.ts';
import { readTyped } from './typed-json.ts';

/** What is needed to tell which value became which. */
export interface Comparison {
  readonly protectionOf: ProtectionOf;
  readonly moves: readonly Move[];
  /** The letter as it died, by which declared names and copies are judged; absent where there are none. */
  readonly subject?: Subject;
}

/** How a letter is compared with what a plan makes of it. */
export function comparisonOf(subject: Subject, moves: readonly Move[]): Comparison {
  return { protectionOf: protectionOf(subject), moves, subject };
}

/** An id inside of an object that goes as a whole names that object, as a trace does, and goes with it. */
const INSIDE_DROPPED = 'its name says that it is an id';

/**
 * The first protected place whose value is not the same before and after, in words; `undefined` where all are. A member
 * that got its key's other spelling is followed; one that was moved to another key counts as changed.
 */
export function changedProtection(before: Json | undefined, after: Json | undefined, comparison: Comparison, pointer: Pointer = ''): string | undefined {
  if (before === after || jsonEqual(before, after)) return undefined;
  const message = pointer === '' ? openedMessage(before, comparison) : undefined;
  if (message !== undefined) return changedProtection(message, after, { ...comparison, moves: comparison.moves.filter(({ to }) => to !== '') });
  return changedAt(before, after, comparison, pointer);
}

function changedAt(before: Json | undefined, after: Json | undefined, comparison: Comparison, pointer: Pointer): string | undefined {
  const protection = comparison.protectionOf(pointer, before ?? after);
  if (protection !== undefined && !(after === undefined && protection === INSIDE_DROPPED && namesTrace(pointer))) {
    const sameValue = canonicallyEqual(before, after) || (protection.startsWith('its name') && isOtherForm(before, after));
    return sameValue ? undefined : `the value of ${describePlace(pointer)} would change, and ${protection}`;
  }
  return changedWithin(before, after, comparison, pointer);
}

/** The message that took the place of the payload, as it stood in its envelope: it is what has to stay the same. */
function openedMessage(before: Json | undefined, { moves, subject }: Comparison): Json | undefined {
  if (before === undefined || subject === undefined || !moves.some(({ to }) => to === '')) return undefined;
  const opening = openEnvelope({ ...subject, payload: before });
  return opening.kind === 'opened' ? opening.document : undefined;
}

/** The id of a trace is no id of the business; marks before the name prove nothing here. */
function namesTrace(pointer: Pointer): boolean {
  return isTechnicalKey(keyOf(pointer).replace(/^[_$@]+/, ''));
}

function changedWithin(before: Json | undefined, after: Json | undefined, comparison: Comparison, pointer: Pointer): string | undefined {
  const typed = after === undefined ? undefined : readTyped(before);
  if (typed !== undefined && readTyped(after)?.family !== typed.family) return changedProtection(typed.value, after, comparison, pointer);
  if (isJsonObject(before) && isJsonObject(after)) return changedMember(before, after, comparison, pointer);
  if (Array.isArray(before) && Array.isArray(after)) return changedElement(before, after, comparison, pointer);
  const unwrapped = openedTo(before, after);
  if (unwrapped !== undefined) return changedProtection(unwrapped, after, comparison, pointer);
  if (after === undefined) {
    const withoutIds: ProtectionOf = (place, value) => { const why = comparison.protectionOf(place, value); return why === INSIDE_DROPPED ? undefined : why; };
    return changedInside(before, { ...comparison, protectionOf: withoutIds }, pointer);
  }
  return changedInside(before, comparison, pointer) ?? changedInside(after, comparison, pointer);
}

function changedMember(before: JsonObject, after: JsonObject, comparison: Comparison, pointer: Pointer): string | undefined {
  const respelt = comparison.moves.filter((move) => isRespelt(move, pointer, comparison)).map(({ from, to }) => ({ from: keyOf(from), to: keyOf(to) }));
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key) && !respelt.some(({ from }) => from === key));
  for (const key of [...Object.keys(after), ...gone]) {
    const source = Object.hasOwn(before, key) ? key : (respelt.find(({ to }) => to === key)?.from ?? key);
    const [left, right] = [member(before, source) ?? copiedTo(pointer + toPointer([key]), comparison), member(after, key)];
    const changed = left === right ? undefined : changedProtection(left, right, comparison, pointer + toPointer([key]));
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** The value that was copied to a new place; what it was copied from stands at its own place and is compared there. */
function copiedTo(pointer: Pointer, { moves, subject }: Comparison): Json | undefined {
  const copy = moves.find(({ to, copied }) => copied === true && to === pointer);
  return copy === undefined ? undefined : valueAt(subject?.payload, copy.from);
}

/** True for a member that got another spelling of its key, or the key that the user or the schema calls the same. */
function isRespelt({ from, to, copied }: Move, parent: Pointer, { subject }: Comparison): boolean {
  if (copied === true || parentOf(from) !== parent) return false;
  return sameWords(from, to) || (subject !== undefined && otherKeysOf(siteAt(subject, to)).includes(keyOf(from)));
}

function changedElement(before: readonly Json[], after: readonly Json[], comparison: Comparison, pointer: Pointer): string | undefined {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const changed = changedProtection(before[index], after[index], comparison, `${pointer}/${index}`);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** Anything protected that would come or go together with `value`. */
function changedInside(value: Json | undefined, comparison: Comparison, pointer: Pointer): string | undefined {
  if (isJsonObject(value)) return changedMember(value, {}, comparison, pointer);
  return Array.isArray(value) ? changedElement(value, [], comparison, pointer) : undefined;
}

/** The value inside of a wrapping that `after` no longer has, or has got: a JSON text, a list of one. */
function openedTo(before: Json | undefined, after: Json | undefined): Json | undefined {
  if (typeof after !== 'object' || after === null) return undefined;
  if (typeof before === 'string') {
    const inner = parseJson(before);
    return typeof inner === 'string' ? openedTo(inner, after) : sameShape(inner, after);
  }
  if (Array.isArray(before) && before.length === 1) return sameShape(before[0], after);
  if (isIndexed(before) && Array.isArray(after)) return Object.values(before);
  return Array.isArray(after) && after.length === 1 && isJsonObject(before) ? [before] : undefined;
}

function sameShape(value: Json | undefined, after: Json): Json | undefined {
  const bothObjects = isJsonObject(value) && isJsonObject(after);
  return bothObjects || (Array.isArray(value) && Array.isArray(after)) ? value : undefined;
}

function member(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function keyOf(pointer: Pointer): string {
  return pointerSegments(pointer).at(-1) ?? '';
}

function parentOf(pointer: Pointer): Pointer {
  return toPointer(pointerSegments(pointer).slice(0, -1));
}

function sameWords(from: Pointer, to: Pointer): boolean {
  return normalKey(keyOf(from)) === normalKey(keyOf(to));
}
