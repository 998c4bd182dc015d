import type { RefusedText } from '../core/diagnosis.ts';
import type { ParsedFailure } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import { coversPointer, generalise, toPointer, type Pointer } from '../core/json-pointer.ts';
import type { Operation } from '../core/operation.ts';
import { describePlace } from './describe.ts';
import { cutToLength } from './operations/cut-to-length.ts';
import type { OperationKind } from './operations/operation-kind.ts';
import { stripFourByteCharacters } from './operations/strip-four-byte-characters.ts';
import { stripLoneSurrogates } from './operations/strip-lone-surrogates.ts';
import { stripNul } from './operations/strip-nul.ts';
import type { Subject } from './subject.ts';

/** The operations that make a text storable, or why none may. */
export type TextPlan = { readonly kind: 'planned'; readonly operations: readonly Operation[] } | { readonly kind: 'abstained'; readonly why: string };

/** What finds a refused text, and what makes it storable. */
interface Remover {
  readonly kind: OperationKind;
  readonly holds: (text: string) => boolean;
  readonly with?: Json;
  /** False where only values are measured: a key is no column. */
  readonly keysToo: boolean;
}

/**
 * Plans for a payload whose text a store refused although the schema accepts it. Only free text may lose something, and
 * only where no other place holds such text: the store does not say which one it refused.
 */
export function planForRefusedText({ payload, jobType }: Subject, refused: RefusedText, failure: ParsedFailure): TextPlan {
  const remover = removerOf(refused, failure);
  if (remover === undefined) return { kind: 'abstained', why: 'the failure does not say how long the text may be' };
  const places = placesOf(payload, remover);
  const outside = places.find(({ pointer, inKey }) => inKey || !jobType.freeText.some((pattern) => coversPointer(pattern, pointer)));
  if (places.length === 0) return { kind: 'abstained', why: `no text of the payload is of the kind that was refused (${refused})` };
  if (outside !== undefined) {
    const where = outside.inKey ? `a key at ${describePlace(outside.pointer)}` : describePlace(outside.pointer);
    return { kind: 'abstained', why: `${where} holds text of the kind that was refused (${refused}) and is not declared as free text` };
  }
  const paths = new Set(places.map(({ pointer }) => generalise(payload, pointer)));
  const { kind, with: parameters } = remover;
  return {
    kind: 'planned',
    operations: [...paths].map((path) => ({
      name: kind.name, class: kind.class, path, when: { code: 'any', received: 'string' }, ...(parameters === undefined ? {} : { with: parameters }),
    })),
  };
}

function removerOf(refused: RefusedText, failure: ParsedFailure): Remover | undefined {
  switch (refused) {
    case 'four-byte-characters':
      return { kind: stripFourByteCharacters, holds: (text) => /[\u{10000}-\u{10FFFF}]/u.test(text), keysToo: true };
    case 'nul':
      return { kind: stripNul, holds: (text) => text.includes('\0'), keysToo: true };
    case 'lone-surrogates':
      return { kind: stripLoneSurrogates, holds: (text) => /\p{Surrogate}/u.test(text), keysToo: true };
    case 'too-long': {
      const length = longestStorable(failure);
      return length === undefined ? undefined : { kind: cutToLength, holds: (text) => text.length > length && charactersIn(text) > length, with: { length }, keysToo: false };
    }
  }
}

/** PostgreSQL names the column's type with its length: `character varying(40)`. */
function longestStorable({ message, details }: ParsedFailure): number | undefined {
  const text = details['limit'] ?? /\b(?:character varying|character|varchar|char)\((\d{1,8})\)/i.exec(message)?.[1];
  const length = Number(text);
  return Number.isInteger(length) && length > 0 ? length : undefined;
}

/** As stores count: a pair of surrogates is one. */
function charactersIn(text: string): number {
  return text.length - (text.match(/[\uDC00-\uDFFF]/g)?.length ?? 0);
}

interface Place {
  readonly pointer: Pointer;
  readonly inKey: boolean;
}

function placesOf(payload: Json, { holds, keysToo }: Remover): readonly Place[] {
  const found: Place[] = [];
  const walk = (value: Json, segments: readonly (string | number)[]): void => {
    if (typeof value === 'string' && holds(value)) found.push({ pointer: toPointer(segments), inKey: false });
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (keysToo && !Array.isArray(value) && holds(key)) found.push({ pointer: toPointer(segments), inKey: true });
      walk(member, [...segments, key]);
    }
  };
  walk(payload, []);
  return found;
}
