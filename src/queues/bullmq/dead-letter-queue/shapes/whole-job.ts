import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../../core/json.ts';
import { memberText } from '../member-text.ts';
import { unclear, type CopiedOriginal, type Reading } from '../reading.ts';
import { failureOf } from './failure.ts';
import { agreedText, queuesIn, toMoment, toObject, toText } from './members.ts';
import { JOB_FIELDS } from './vocabulary.ts';

/** True for a job as a whole: id, name and data, and nothing that a job has not. */
export function isWholeJob(value: Json | undefined): value is JsonObject {
  if (!isJsonObject(value) || !Object.keys(value).every((key) => JOB_FIELDS.has(key))) return false;
  return typeof value['name'] === 'string' && value['name'] !== '' && (toText(value['id']) ?? '') !== '' && Object.hasOwn(value, 'data');
}

/**
 * Reads a job that stands as a whole in its wrapper, written by hand, by `toJSON` or by `asJSON`.
 *
 * @param path - Where the job stands in `text`.
 * @param wrapper - What stands around or beside it.
 */
export function readWholeJob(text: string, path: readonly string[], job: JsonObject, wrapper: JsonObject): Reading {
  const body = bodyOf(text, path, job);
  if (body === undefined) return unclear("its job's data is a text that may itself be JSON");
  const queue = agreedText(queuesIn(wrapper, job));
  if (queue === 'conflict') return unclear('it names more than one queue');
  const addedAt = toMoment(job['timestamp']);
  const original: CopiedOriginal = {
    id: toText(job['id']) ?? '',
    name: toText(job['name']) ?? '',
    ...(queue === undefined ? {} : { queue: queue.text }),
    body,
    options: toObject(job['opts']),
    ...(addedAt === undefined ? {} : { addedAt }),
    failure: failureOf(withoutJob(wrapper), plainFailure(job)),
  };
  return { kind: 'original', original };
}

/** `asJSON` writes the data as JSON text, `toJSON` as it is. A text that could be either decides nothing. */
function bodyOf(text: string, path: readonly string[], job: JsonObject): string | undefined {
  const { data } = job;
  if (typeof data !== 'string') return memberText(text, [...path, 'data']);
  if (isAsJson(job)) return data;
  const parsed = parseJson(data);
  return typeof parsed === 'object' && parsed !== null ? undefined : memberText(text, [...path, 'data']);
}

function isAsJson(job: JsonObject): boolean {
  const { data, opts, attemptsMade, timestamp, stacktrace, failedReason } = job;
  if (typeof data !== 'string' || parseJson(data) === undefined || !isJsonObject(opts)) return false;
  if (typeof attemptsMade !== 'number' || typeof timestamp !== 'number') return false;
  return [stacktrace, failedReason].every((field) => field === undefined || (typeof field === 'string' && parseJson(field) !== undefined));
}

/** The job's own account of its failure; the time when it was added is no time of a failure. */
function plainFailure(job: JsonObject): JsonObject {
  const { timestamp: _added, failedReason, ...others } = job;
  const reason = isAsJson(job) && typeof failedReason === 'string' ? parseJson(failedReason) : failedReason;
  return { ...others, name: null, data: null, ...(reason === undefined ? {} : { failedReason: reason }) };
}

function withoutJob(wrapper: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(wrapper).filter(([, value]) => !isWholeJob(value)));
}
