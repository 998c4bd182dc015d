import { parseJson, type Json } from '../core/json.ts';
import { isSafePointer, pointerSegments, toPointer, valueAt, withValueAt, type Pointer } from '../core/json-pointer.ts';
import { describePlace } from './describe.ts';
import { lossOnRewriting } from './faithful-text.ts';

/** One change of a payload: the value at a place (as a value, or as JSON text), or its removal where neither is given. */
export interface PayloadChange {
  readonly pointer: Pointer;
  readonly value?: Json;
  readonly text?: string;
}

/** What a person makes of a payload: another one (as a value, or as JSON text), or changes in their order. */
export type PayloadEdit = { readonly payload: Json } | { readonly text: string } | { readonly changes: readonly PayloadChange[] };

/** The payload that an edit gives, or why it gives none. */
export type EditedPayload = { readonly kind: 'edited'; readonly payload: Json } | { readonly kind: 'unfit'; readonly why: string };

/** Carries an edit out on a payload and its body. The payload is not changed. */
export function editedPayload(edit: PayloadEdit, before: Json | undefined, body: Uint8Array): EditedPayload {
  if ('payload' in edit) return readValue(edit.payload);
  if ('text' in edit) return readText(edit.text);
  if (edit.changes.length === 0) return { kind: 'unfit', why: 'no change is given' };
  if (before === undefined) return { kind: 'unfit', why: 'the body is not JSON, so that no place in it can be named; give the whole payload' };
  const loss = lossOnRewriting(new TextDecoder().decode(body), before);
  if (loss !== undefined) return { kind: 'unfit', why: `the rest of the body can not be written anew (${loss}); give the whole payload` };
  return changed(before, edit.changes);
}

/** The value as JSON carries it: a Date becomes its text, and what JSON has no form for is refused. */
function readValue(value: Json): EditedPayload {
  try {
    const text: string | undefined = JSON.stringify(value);
    return text === undefined ? { kind: 'unfit', why: 'it is no JSON value' } : { kind: 'edited', payload: JSON.parse(text) as Json };
  } catch {
    return { kind: 'unfit', why: 'it is no JSON value, or nested too deeply' };
  }
}

function readText(text: string): EditedPayload {
  const payload = parseJson(text);
  if (payload === undefined) return { kind: 'unfit', why: `the text is not JSON: ${whyNotJson(text)}` };
  const loss = lossOnRewriting(text, payload);
  return loss === undefined ? { kind: 'edited', payload } : { kind: 'unfit', why: loss };
}

function whyNotJson(text: string): string {
  try {
    JSON.parse(text);
    return 'it can not be read';
  } catch (error) {
    // The parser may quote the text; where it stands is enough.
    const [place] = /position \d+(?: \(line \d+ column \d+\))?/.exec(error instanceof Error ? error.message : '') ?? [];
    return place === undefined ? 'it ends too early or holds something else' : `see ${place}`;
  }
}

function changed(before: Json, changes: readonly PayloadChange[]): EditedPayload {
  let payload = before;
  for (const { pointer, value, text } of changes) {
    const given = text === undefined ? undefined : readText(text);
    if (given?.kind === 'unfit') return { kind: 'unfit', why: `the value for ${describePlace(pointer)}: ${given.why}` };
    const wanted = given?.payload ?? value;
    const why = unfitPlace(payload, pointer, wanted === undefined);
    if (why !== undefined) return { kind: 'unfit', why };
    payload = withValueAt(payload, pointer, wanted);
  }
  return { kind: 'edited', payload };
}

function unfitPlace(payload: Json, pointer: Pointer, removes: boolean): string | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return `${pointer} is no JSON Pointer; write /${pointer}`;
  if (!isSafePointer(pointer)) return `${pointer} reaches a prototype`;
  if (pointer === '') return removes ? 'the whole payload can not be removed' : undefined;
  if (removes) return valueAt(payload, pointer) === undefined ? `nothing stands at ${pointer}` : undefined;
  return unfitMember(payload, pointer);
}

/** Why nothing can be put at a place inside: its parent has to be there, and a list has no gaps. */
function unfitMember(payload: Json, pointer: Pointer): string | undefined {
  const parentPointer = toPointer(pointerSegments(pointer).slice(0, -1));
  const parent = valueAt(payload, parentPointer);
  if (typeof parent !== 'object' || parent === null) return `${describePlace(parentPointer)} is no object and no list, so that nothing can be put at ${pointer}`;
  const key = pointerSegments(pointer).at(-1) ?? '';
  const fits = !Array.isArray(parent) || (/^(0|[1-9]\d*)$/.test(key) && Number(key) <= parent.length);
  return fits ? undefined : `${describePlace(parentPointer)} is a list of ${Array.isArray(parent) ? parent.length : 0}; ${pointer} is no place in it`;
}
