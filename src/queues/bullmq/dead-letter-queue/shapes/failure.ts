import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../../core/json.ts';
import type { CopiedFailure } from '../reading.ts';
import { membersOf, toMoment } from './members.ts';
import { FAILURE_KEYS, KEYS } from './vocabulary.ts';

/**
 * What wrappers say about a failure, in the order of trust: objects that hold nothing but the failure come before the
 * members beside them. An error's name without a stack becomes the head that a stack would have.
 */
export function failureOf(...objects: readonly JsonObject[]): CopiedFailure {
  const places = objects.flatMap((object) => [...membersOf(object, FAILURE_KEYS).flatMap(({ value }) => (isJsonObject(value) ? [value] : [])), object]);
  const reason = firstOf(places, KEYS.reason, toReason);
  const stack = firstOf(places, KEYS.stack, toStack) ?? headOf(reason, firstOf(places, [...KEYS.errorName, 'name'], toErrorName));
  const attempts = firstOf(places, KEYS.attempts, toCount);
  const at = firstOf(places, KEYS.failedAt, toMoment);
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(stack === undefined ? {} : { stack }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(at === undefined ? {} : { at }),
  };
}

function firstOf<Value>(places: readonly JsonObject[], keys: readonly string[], read: (value: Json) => Value | undefined): Value | undefined {
  for (const place of places) {
    for (const { value } of membersOf(place, keys)) {
      const found = read(value);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function toReason(value: Json): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A stack as text, as a list, or as the list's JSON text. */
function toStack(value: Json): readonly string[] | undefined {
  const list = typeof value === 'string' ? (listIn(value) ?? [value]) : value;
  if (!Array.isArray(list)) return undefined;
  const texts = list.filter((entry): entry is string => typeof entry === 'string' && entry !== '');
  return texts.length === 0 ? undefined : texts;
}

function listIn(text: string): readonly Json[] | undefined {
  const parsed = text.startsWith('[') ? parseJson(text) : undefined;
  return Array.isArray(parsed) ? parsed : undefined;
}

function toErrorName(value: Json): string | undefined {
  return typeof value === 'string' && isErrorName(value) ? value : undefined;
}

/** `TypeError`, `SomeException`: the name of an error's class, and hardly one of a job. */
export function isErrorName(text: string): boolean {
  return /^[A-Z][\w$]*(Error|Exception)$/.test(text);
}

function headOf(reason: string | undefined, name: string | undefined): readonly string[] | undefined {
  return name === undefined || reason === undefined ? undefined : [`${name}: ${reason}`];
}

function toCount(value: Json): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
