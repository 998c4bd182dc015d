import { isJsonObject, jsonEqual, parseJson, type Json } from '../../../core/json.ts';
import type { UnwrappedLetter } from './dead-letter-queue-options.ts';
import { unclear, type CopiedFailure, type Reading } from './reading.ts';
import { toMoment, toObject } from './shapes/members.ts';

type Answer = { readonly [Name in keyof UnwrappedLetter]?: unknown };

/** Reads what the user's `unwrap` answered. Whatever is not as it was asked for makes the copy unclear. May throw where an answer can't be looked at. */
export function readAnswer(answer: unknown): Reading {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return unclear(`unwrap answered a value of type ${typeof answer}, which is no letter`);
  const letter = answer as Answer;
  const wrong = wrongParts(letter);
  if (wrong.length > 0) return unclear(`unwrap answered no usable ${wrong.join(', ')}`);
  const body = bodyOf(letter.data);
  if (body === undefined) return unclear('unwrap answered data that JSON does not keep as it is');
  const { id, queue, name } = letter;
  return {
    kind: 'original',
    original: {
      ...(isName(id) ? { id } : {}),
      ...(isName(queue) ? { queue } : {}),
      ...(isName(name) ? { name } : {}),
      body,
      options: toObject(parseJson(JSON.stringify(letter.options ?? {}))),
      failure: failureIn(letter),
    },
  };
}

function wrongParts({ id, queue, name, options, failedReason, stacktrace, attemptsMade, failedAt }: Answer): readonly string[] {
  const checks: readonly (readonly [string, boolean])[] = [
    ['name', isName(name)],
    ['id', id === undefined || typeof id === 'string'],
    ['queue', queue === undefined || typeof queue === 'string'],
    ['options', options === undefined || (typeof options === 'object' && options !== null)],
    ['failedReason', failedReason === undefined || typeof failedReason === 'string'],
    ['stacktrace', stacktrace === undefined || stackOf(stacktrace) !== undefined],
    ['attemptsMade', attemptsMade === undefined || isCount(attemptsMade)],
    ['failedAt', failedAt === undefined || momentOf(failedAt) !== undefined],
  ];
  return checks.flatMap(([part, isRight]) => (isRight ? [] : [part]));
}

function failureIn({ failedReason, stacktrace, attemptsMade, failedAt }: Answer): CopiedFailure {
  const stack = stackOf(stacktrace);
  const at = momentOf(failedAt);
  return {
    ...(typeof failedReason === 'string' ? { reason: failedReason } : {}),
    ...(stack === undefined ? {} : { stack }),
    ...(isCount(attemptsMade) ? { attempts: attemptsMade } : {}),
    ...(at === undefined ? {} : { at }),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function stackOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((entry): entry is string => typeof entry === 'string') ? value : undefined;
}

function momentOf(value: unknown): Date | undefined {
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? value : undefined;
  return typeof value === 'string' || typeof value === 'number' ? toMoment(value) : undefined;
}

/** A Date, an `undefined` member or an instance of a class would come back from JSON as something else. */
function bodyOf(data: unknown): string | undefined {
  const text = JSON.stringify(data) as string | undefined;
  return text !== undefined && isPlain(data) && jsonEqual(parseJson(text), data as Json) ? text : undefined;
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || value === null) return true;
  return isJsonObject(value as Json) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null) && Object.values(value).every(isPlain);
}
