import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { wordsOf } from '../words-of.ts';

const PUTS = new Set(['put', 'upload', 'store', 'write']);
const OBJECTS = new Set(['object', 'objects', 'blob', 'blobs']);
const PLACE_KEYS = new Set(['bucket', 'container']);
const NAME_KEYS = new Set(['key', 'objectkey', 'object', 'blob', 'blobname', 'path']);
const SUM_KEYS = new Set(['sha256', 'sha1', 'sha512', 'md5', 'checksum', 'contentmd5', 'contenthash', 'contentsha256', 'digest', 'crc32c', 'etag']);
/** Words and members by which a write would not overwrite. */
const ONCE = new Set(['append', 'compose', 'multipart', 'part', 'create', 'new', 'rotate', 'notify', 'publish', 'move']);
const CONDITIONS = new Set(['ifnonematch', 'ifmatch', 'ifgenerationmatch', 'append', 'offset', 'partnumber', 'versioning']);

/** Why writing the same again changes nothing: the job puts bytes of a known checksum under a name of their own. */
export function overwrite({ letter }: InspectedLetter): string | undefined {
  const words = wordsOf(letter.name);
  if (!words.some((word) => PUTS.has(word)) || !words.some((word) => OBJECTS.has(word)) || words.some((word) => ONCE.has(word))) return undefined;
  if (!isJsonObject(letter.payload)) return undefined;
  const members = new Map(Object.entries(letter.payload).map(([key, value]) => [key.toLowerCase().replace(/[^a-z0-9]/g, ''), value]));
  const has = (keys: ReadonlySet<string>): boolean => [...keys].some((key) => isText(members.get(key)));
  if (!has(PLACE_KEYS) || !has(NAME_KEYS) || !has(SUM_KEYS) || [...CONDITIONS].some((key) => members.has(key))) return undefined;
  return 'the job puts an object of a known checksum under its own name, which only overwrites it with the same';
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string' && value !== '';
}
