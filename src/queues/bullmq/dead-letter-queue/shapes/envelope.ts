import { isJsonObject, parseJson, type JsonObject } from '../../../../core/json.ts';
import { memberText } from '../member-text.ts';
import { unclear, type Reading } from '../reading.ts';
import { failureOf, isErrorName } from './failure.ts';
import { agreedText, membersOf, queuesIn, toObject, type FoundMember } from './members.ts';
import { FAILURE_KEYS, JOB_KEYS, KEYS, WRAPPER_KEYS } from './vocabulary.ts';

/**
 * Reads a wrapper that keeps the job's parts side by side. `undefined` where the object is none: a wrapper names the
 * job and holds its data once, says why or where the job died, and has no key that could be one of the job's own data.
 */
export function readEnvelope(text: string, root: JsonObject): Reading | undefined {
  const data = membersOf(root, KEYS.data);
  const ids = membersOf(root, KEYS.id);
  const accounts = [...membersOf(root, KEYS.reason), ...membersOf(root, FAILURE_KEYS), ...membersOf(root, KEYS.queue)];
  const isWrapper = data.length > 0 && accounts.length > 0 && Object.keys(root).every((key) => WRAPPER_KEYS.has(key));
  if (!isWrapper) return undefined;
  const [first] = data;
  if (first === undefined || data.length > 1) return unclear(`its data may be any of ${data.map(({ key }) => key).join(', ')}`);
  if (isMisleading(first)) return unclear(`${first.key} may be the job's data or hold it`);
  return readParts(text, root, first.key, ids);
}

function readParts(text: string, root: JsonObject, dataKey: string, ids: readonly FoundMember[]): Reading {
  const id = agreedText(ids);
  const name = agreedText(namesIn(root));
  const queue = agreedText(queuesIn(root));
  if (id === 'conflict' || name === 'conflict' || queue === 'conflict') return unclear('it names more than one job or queue');
  const { [dataKey]: _data, ...account } = root;
  return {
    kind: 'original',
    original: {
      ...(id === undefined ? {} : { id: id.text }),
      ...(name === undefined ? {} : { name: name.text }),
      ...(queue === undefined ? {} : { queue: queue.text }),
      body: memberText(text, [dataKey]) ?? 'null',
      options: toObject(membersOf(root, KEYS.options)[0]?.value),
      failure: failureOf(account),
    },
  };
}

/** A name beside an error's message may be the error's own. */
function namesIn(root: JsonObject): readonly FoundMember[] {
  return membersOf(root, KEYS.name).filter(({ key, value }) => key !== 'name' || (typeof value === 'string' && !isErrorName(value)));
}

/** Data that is a text with JSON in it, and a "job" that is neither a whole job nor plainly a job's data. */
function isMisleading({ key, value }: FoundMember): boolean {
  if (typeof value === 'string') return isObjectText(value);
  return JOB_KEYS.some((name) => name === key) && isJsonObject(value) && Object.hasOwn(value, 'data');
}

function isObjectText(text: string): boolean {
  const parsed = parseJson(text);
  return typeof parsed === 'object' && parsed !== null;
}
