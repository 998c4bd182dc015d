import type { FailureText } from '../failure-text.ts';
import { isJsonObject, parseJson, type Json } from '../../core/json.ts';
import { mask } from '../mask.ts';
import { complaintTemplate, maskedPath } from './complaints.ts';
import type { Recognition } from './recogniser.ts';

/**
 * Ajv's `errorsText`: `data/qty must be integer, data must have required property 'x'`, also behind a prefix and with another name of the data; `''`
 * leaves the bare pointer.
 */
const COMPLAINT =
  /(?:^|[-:;,] |\n)((?:data|payload|body|params|querystring|query|headers|job|job\.data|message|event|input|\$)?)((?:\/[^\s/]{1,128}){0,32}) (must (?:NOT )?(?:be|have|match|pass|contain)\b[^,;\n]{0,100})/g;
/** What Ajv says of the whole: `input must be approved first` is a sentence of somebody else's. */
const OF_ROOT = /^must (?:have required |NOT have |be (?:object|array|string|number|integer|boolean|null)(?:$|,))/;
const MAX_COMPLAINTS = 32;

/** Ajv, also through a wrapper that puts its own words before `errorsText` or prints the errors as JSON, and through Fastify. */
export function recogniseAjv({ message }: FailureText): Recognition | undefined {
  const found = [...sliceOf(message.matchAll(COMPLAINT))];
  const named = found.filter(([, name, path, words = '']) => path !== '' || (name !== '' && OF_ROOT.test(words)));
  if (named.length === 0) return recogniseListed(message);
  const paths = found.map(([, , path = '']) => maskedPath(path));
  const complaints = found.map(([, , , words = ''], index) => `${paths[index] ?? ''} ${mask(words)}`.trim());
  const prefix = message.slice(0, (found[0]?.index ?? 0) + 1).trim();
  return { library: 'ajv', template: complaintTemplate(prefix.length > 1 ? prefix : '', complaints), details: { paths: [...new Set(paths)].toSorted().join(', ') } };
}

function* sliceOf<Item>(items: Iterable<Item>): Generator<Item> {
  let count = 0;
  for (const item of items) {
    if (count++ === MAX_COMPLAINTS) return;
    yield item;
  }
}

/** `JSON.stringify(validate.errors)`. */
function recogniseListed(message: string): Recognition | undefined {
  const start = message.search(/\[\s{0,8}\{/);
  if (start < 0 || !message.includes('"instancePath"')) return undefined;
  const text = message.slice(start);
  const last = text.lastIndexOf('},{"instancePath"');
  const listed = parseJson(text) ?? (last < 0 ? undefined : parseJson(`${text.slice(0, last)}}]`));
  const complaints = Array.isArray(listed) ? listed.slice(0, MAX_COMPLAINTS).flatMap(readError) : [];
  return complaints.length === 0 ? undefined : { library: 'ajv', template: complaintTemplate(message.slice(0, start), complaints) };
}

function readError(error: Json): string[] {
  if (!isJsonObject(error) || typeof error['instancePath'] !== 'string' || typeof error['keyword'] !== 'string') return [];
  return [`${maskedPath(error['instancePath'])} ${error['keyword'].slice(0, 64)}`.trim()];
}
