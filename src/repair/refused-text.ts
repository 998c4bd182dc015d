import type { RefusedText } from '../core/diagnosis.ts';
import type { ParsedFailure } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import { coversPointer, generalise, toPointer, type Pointer } from '../core/json-pointer.ts';
import type { Operation } from '../core/operation.ts';
import { describePlace } from './describe.ts';
import type { Subject } from './subject.ts';
import { removerOf, type Remover } from './text-remover.ts';

/** The operations that make a text storable, or why none may. */
export type TextPlan = { readonly kind: 'planned'; readonly operations: readonly Operation[] } | { readonly kind: 'abstained'; readonly why: string };

/**
 * Plans for a payload whose text a store refused although the schema accepts it. Only free text may lose something, and
 * only where no other place holds such text, unless the store says which one it refused.
 */
export function planForRefusedText({ payload, jobType }: Subject, refused: RefusedText, failure: ParsedFailure): TextPlan {
  const remover = removerOf(refused, failure);
  if (remover.kind === 'unknown') return { kind: 'abstained', why: remover.why };
  const places = placesOf(payload, remover);
  const outside = places.find(({ pointer, inKey }) => inKey || !jobType.freeText.some((pattern) => coversPointer(pattern, pointer)));
  if (places.length === 0) return { kind: 'abstained', why: `no text of the payload is of the kind that was refused (${refused})` };
  if (outside !== undefined) {
    const where = outside.inKey ? `a key at ${describePlace(outside.pointer)}` : describePlace(outside.pointer);
    return { kind: 'abstained', why: `${where} holds text of the kind that was refused (${refused}) and is not declared as free text` };
  }
  const stubborn = places.find(({ text }) => !remover.helps(text));
  if (stubborn !== undefined) return { kind: 'abstained', why: `${describePlace(stubborn.pointer)} holds characters that carry meaning and that the store can not hold` };
  const planned = new Map(places.flatMap(({ pointer, text }) => remover.operationsFor(text).map((kind) => [`${kind.name} ${generalise(payload, pointer)}`, { kind, path: generalise(payload, pointer) }] as const)));
  const parameters = remover.with;
  return {
    kind: 'planned',
    operations: [...planned.values()].map(({ kind, path }): Operation => ({
      name: kind.name, class: kind.class, path, when: { code: 'any', received: 'string' }, ...(parameters === undefined ? {} : { with: parameters }),
    })),
  };
}

interface Place {
  readonly pointer: Pointer;
  readonly inKey: boolean;
  readonly text: string;
}

function placesOf(payload: Json, { holds, keysToo, column }: Remover): readonly Place[] {
  const found: Place[] = [];
  const walk = (value: Json, segments: readonly (string | number)[]): void => {
    const key = String(segments.at(-1) ?? '');
    const named = column === undefined || plain(key) === plain(column);
    if (typeof value === 'string' && named && holds(value)) found.push({ pointer: toPointer(segments), inKey: false, text: value });
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (keysToo && !Array.isArray(value) && holds(name)) found.push({ pointer: toPointer(segments), inKey: true, text: name });
      walk(member, [...segments, name]);
    }
  };
  walk(payload, []);
  return found;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
