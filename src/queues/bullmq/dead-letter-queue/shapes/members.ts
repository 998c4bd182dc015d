import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../../../../core/json.ts';
import { KEYS } from './vocabulary.ts';

/** A member that was found under one of its names. */
export interface FoundMember {
  readonly key: string;
  readonly value: Json;
}

/** The members of `object` under any of `keys`, null ones left out, in the order of `keys`. */
export function membersOf(object: JsonObject, keys: readonly string[]): readonly FoundMember[] {
  return keys.flatMap((key) => {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    return value === undefined || value === null ? [] : [{ key, value }];
  });
}

/** The one text that the members agree on; `undefined` where there is none, `'conflict'` where they say different things. */
export function agreedText(found: readonly FoundMember[]): { readonly text: string } | 'conflict' | undefined {
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  if (!others.every(({ value }) => jsonEqual(value, first.value))) return 'conflict';
  const text = toText(first.value);
  return text === undefined || text === '' ? 'conflict' : { text };
}

/** The queues that objects name, without the key prefix that BullMQ's qualified names begin with. */
export function queuesIn(...objects: readonly JsonObject[]): readonly FoundMember[] {
  return objects.flatMap((object) => membersOf(object, KEYS.queue)).map(({ key, value }) => ({
    key,
    value: typeof value === 'string' ? value.slice(value.lastIndexOf(':') + 1) : value,
  }));
}

/** A text or a number as text. */
export function toText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** An object, `{}` for everything else. */
export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A moment as wrappers write it: milliseconds, or a text that `Date` reads. */
export function toMoment(value: Json | undefined): Date | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const moment = new Date(value);
  return Number.isFinite(moment.getTime()) && moment.getTime() > 0 ? moment : undefined;
}
