import type { CorpusLetter } from '../core/corpus-letter.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';

const VERDICTS: readonly unknown[] = ['retry', 'repair', 'settle', 'discard', 'escalate'];
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

interface Field {
  readonly needed?: true;
  readonly fits: (value: Json) => boolean;
  readonly wanted: string;
}

const isText = (value: Json): boolean => typeof value === 'string';
const isCount = (value: Json): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isObjectOrNull = (value: Json): boolean => value === null || isJsonObject(value);
const isMoment = (value: Json): boolean => typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value));

const TEXT: Field = { fits: isText, wanted: 'a text' };
const NAME: Field = { needed: true, fits: (value) => isText(value) && value !== '', wanted: 'a text that is not empty' };
const COUNT: Field = { fits: isCount, wanted: 'a whole number of at least 0' };
const OBJECT: Field = { fits: isJsonObject, wanted: 'an object' };
const TIME: Field = { fits: isMoment, wanted: 'a time like 2026-11-30T03:15:00Z' };

const FIELDS: Readonly<Record<string, Field>> = {
  id: NAME,
  queue: NAME,
  jobName: NAME,
  body: TEXT,
  bodyBase64: { fits: (value) => typeof value === 'string' && BASE64.test(value), wanted: 'base64' },
  failedReason: { needed: true, ...TEXT },
  stacktrace: { fits: (value) => isText(value) || (Array.isArray(value) && value.every(isText)), wanted: 'a text or a list of texts' },
  attemptsMade: COUNT,
  schema: { fits: isObjectOrNull, wanted: 'a JSON Schema object or null' },
  policy: OBJECT,
  errors: OBJECT,
  headers: OBJECT,
  unclear: TEXT,
  messageId: { ...TEXT, fits: (value) => isText(value) && value !== '' },
  broker: TEXT,
  round: COUNT,
  enqueuedAt: TIME,
  failedAt: TIME,
  source: TEXT,
  category: TEXT,
  expected: { fits: isObjectOrNull, wanted: 'an object or null' },
  redacted: { fits: (value) => typeof value === 'boolean', wanted: 'true or false' },
};

/** What makes a value no letter of a corpus, in one sentence; `undefined` where nothing does. Further fields may stand in it. */
export function letterProblem(value: Json | undefined): string | undefined {
  if (!isJsonObject(value)) return 'it is no JSON object';
  for (const [name, field] of Object.entries(FIELDS)) {
    const given = own(value, name);
    if (given === undefined ? field.needed === true : !field.fits(given)) {
      return given === undefined ? `${name} is missing; it is ${field.wanted}` : `${name} is not ${field.wanted}`;
    }
  }
  if (['payload', 'body', 'bodyBase64'].every((name) => own(value, name) === undefined)) return 'payload is missing; it is the body as JSON, null included';
  return policyProblem(own(value, 'policy')) ?? expectedProblem(own(value, 'expected'));
}

/** The value as a letter, once `letterProblem` has found nothing. */
export function asLetter(value: Json): CorpusLetter {
  return value as unknown as CorpusLetter;
}

function policyProblem(policy: Json | undefined): string | undefined {
  const isDoubled = isJsonObject(policy) && Object.hasOwn(policy, 'schema');
  return isDoubled ? 'policy.schema has no place there; the schema is a field of the letter' : undefined;
}

function expectedProblem(expected: Json | undefined): string | undefined {
  if (!isJsonObject(expected)) return undefined;
  const verdict = own(expected, 'verdict');
  if (!VERDICTS.includes(verdict)) return `expected.verdict is not one of ${VERDICTS.join(', ')}`;
  const isRepair = verdict === 'repair';
  if (isRepair === (own(expected, 'repairedPayload') === undefined)) {
    return isRepair ? 'expected.repairedPayload is missing; a repair is right only with its payload' : `expected.repairedPayload has no place where the verdict is no repair`;
  }
  return undefined;
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
