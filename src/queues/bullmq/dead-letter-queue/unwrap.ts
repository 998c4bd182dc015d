import { messageOf } from '../../../core/errors.ts';
import { isJsonObject, jsonEqual, parseJson, type Json } from '../../../core/json.ts';
import type { Unwrap } from './dead-letter-queue-options.ts';
import { unclear, type CopiedOriginal, type Reading } from './reading.ts';
import { recognise } from './shapes/recognise.ts';
import { toMoment, toObject } from './shapes/members.ts';
import type { StoredCopy } from './stored-copy.ts';

/** Takes a copy apart, with the user's own `unwrap` where there is one. Never throws. The body of a copy that was not loaded is not read. */
export function unwrapCopy(copy: StoredCopy, queue: string, unwrap: Unwrap | undefined): Reading {
  const text = decoded(copy.data);
  if (text === undefined) return unclear('its data is not JSON');
  const reading = unwrap === undefined ? recognised(text) : unwrapped(copy, text, unwrap);
  return reading.kind === 'original' ? ofThisQueue(reading.original, queue) : reading;
}

/** Hostile data may be nested deeper than a call stack reaches. */
function recognised(text: string): Reading {
  try {
    return recognise(text);
  } catch (error) {
    return unclear(`its data can't be read: ${messageOf(error)}`);
  }
}

function ofThisQueue(original: CopiedOriginal, queue: string): Reading {
  if (original.queue !== undefined && original.queue !== queue) return { kind: 'elsewhere' };
  if (original.id === undefined) return unclear('it does not say which job it was made of, so nobody can tell whether that job still is in the queue');
  return { kind: 'original', original };
}

function unwrapped(copy: StoredCopy, text: string, unwrap: Unwrap): Reading {
  const data = parseJson(text);
  if (data === undefined) return unclear('its data is not JSON');
  try {
    const answer: unknown = unwrap({ id: copy.id, name: copy.name, data, opts: toObject(parseJson(copy.options)), timestamp: Number(copy.timestamp) || 0 });
    return answer === undefined ? { kind: 'elsewhere' } : toReading(answer);
  } catch (error) {
    return unclear(`unwrap threw: ${messageOf(error)}`);
  }
}

function toReading(answer: unknown): Reading {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return unclear(`unwrap answered ${String(JSON.stringify(answer)).slice(0, 200)}, which is no letter`);
  const { id, queue, name, options, failedReason, stacktrace, attemptsMade, failedAt } = answer as Readonly<Record<string, unknown>>;
  const wrong = [
    ...(typeof name === 'string' && name !== '' ? [] : ['name']),
    ...notText({ id, queue, failedReason }),
    ...(isStack(stacktrace) ? [] : ['stacktrace']),
    ...(attemptsMade === undefined || (Number.isSafeInteger(attemptsMade) && Number(attemptsMade) >= 0) ? [] : ['attemptsMade']),
    ...(failedAt === undefined || momentOf(failedAt) !== undefined ? [] : ['failedAt']),
  ];
  if (wrong.length > 0) return unclear(`unwrap answered no usable ${wrong.join(', ')}`);
  const body = bodyOf((answer as { readonly data?: unknown }).data);
  if (body === undefined) return unclear('unwrap answered data that JSON does not keep as it is');
  const at = momentOf(failedAt);
  return {
    kind: 'original',
    original: {
      ...(typeof id === 'string' && id !== '' ? { id } : {}),
      ...(typeof queue === 'string' && queue !== '' ? { queue } : {}),
      name: String(name),
      body,
      options: toObject(parseJson(JSON.stringify(options ?? {}))),
      failure: {
        ...(typeof failedReason === 'string' ? { reason: failedReason } : {}),
        ...(stacktrace === undefined ? {} : { stack: typeof stacktrace === 'string' ? [stacktrace] : (stacktrace as readonly string[]) }),
        ...(typeof attemptsMade === 'number' ? { attempts: attemptsMade } : {}),
        ...(at === undefined ? {} : { at }),
      },
    },
  };
}

function notText(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name] !== undefined && typeof fields[name] !== 'string');
}

function isStack(stack: unknown): boolean {
  return stack === undefined || typeof stack === 'string' || (Array.isArray(stack) && stack.every((entry) => typeof entry === 'string'));
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

function decoded(data: Uint8Array): string | undefined {
  const text = Buffer.from(data).toString('utf8');
  return Buffer.from(text, 'utf8').equals(Buffer.from(data)) ? text : undefined;
}
