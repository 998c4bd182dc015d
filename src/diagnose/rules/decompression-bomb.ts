import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { payloadValues } from '../payload-values.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

/** DEFLATE can't shrink anything further than 1032 to 1, and nothing that anybody keeps shrinks that far. */
const HONEST_RATIO = 1000;
/** Blank pages of one bit a pixel, packed by DEFLATE, come to some thousand pixels a byte, pictures to less than a hundred. */
const HONEST_PIXELS = 4000;
const MOST_OBJECTS = 500;
const MOST_MEMBERS = 64;

const PACKED = new Set('archive compressed packed stored transferred upload uploaded zip zipped'.split(' '));
const UNPACKED = new Set('declared decompressed expanded extracted inflated original uncompressed unpacked unzipped'.split(' '));
const UNITS = new Set('bytes kb kib length mb mib gb gib size'.split(' '));

const UNPACKING = /\b(?:archives?|bomb|buffer|decompress\w{0,4}|deflat\w{1,3}|entries|entry|expand\w{0,3}|extract\w{0,4}|gunzip|gzip|inflat\w{1,3}|output|pixels?|ratio|uncompress\w{0,3}|unpack\w{0,4}|unzip\w{0,4}|zip)\b/i;
const TOO_MUCH = /\b(?:bomb|exceed\w{0,3}|larger than|limit|maximum|too (?:big|large|many))\b/i;

/** An archive that declares more than any archive can hold, at which the worker stopped. */
export const decompressionBomb: Rule = {
  name: 'decompression-bomb',
  why: 'An archive of this size can not hold what it declares unless it was made to fill a disk, and the worker stopped at its own limit. A large archive alone is a large archive, and a check that calls one a bomb errs with spreadsheets.',
  source: 'CWE-409. RFC 1951: a length of at most 258 bytes costs at least 2 bits, so DEFLATE reaches 1032 to 1.',
  examples: {
    for: [
      { shows: 'petabytes in kilobytes', payload: { uploadId: 'up-42', compressedBytes: 42_374, declaredBytes: 4_503_599_626_321_920 }, stack: 'Error: The decompressed output exceeds the maximum allowed size of 400 MB' },
      { shows: 'the same in other words', payload: { file: { compressed_size: 10_000, uncompressed_size: 50_000_000_000 } }, stack: 'RangeError [ERR_BUFFER_TOO_LARGE]: Cannot create a Buffer larger than 419430400 bytes' },
      { shows: 'a picture of few bytes', payload: { imageId: 1, widthPx: 225_000, heightPx: 225_000, bytes: 6_000_000 }, stack: 'Error: Input image exceeds pixel limit' },
      { shows: 'a check that names it', payload: { archiveSize: 10_000, extractedSize: 50_000_000_000 }, stack: 'Error: Zip bomb detected' },
    ],
    against: [
      { shows: 'a large picture', payload: { imageId: 1, width: 40_000, height: 30_000, bytes: 90_000_000 }, stack: 'Error: Input image exceeds pixel limit' },
      { shows: 'a large archive', payload: { compressedBytes: 900_000_000, declaredBytes: 4_500_000_000 }, stack: 'Error: The decompressed output exceeds the maximum allowed size of 400 MB' },
      { shows: 'a log of few words', payload: { compressedBytes: 1_000_000, declaredBytes: 450_000_000 }, stack: 'Error: The decompressed output exceeds the maximum allowed size of 400 MB' },
      { shows: 'a spreadsheet that a check calls a bomb', payload: { uploadId: 'up-1' }, stack: 'Error: Zip bomb detected! The file would exceed the max. ratio' },
      { shows: 'sizes in different units', payload: { compressedMb: 12, declaredBytes: 450_000_000 }, stack: 'Error: The decompressed output exceeds the maximum allowed size of 400 MB' },
      { shows: 'the same archive and an outage', payload: { compressedBytes: 42_374, declaredBytes: 4_503_599_626_321_920 }, stack: 'Error: read ECONNRESET' },
      { shows: 'an error that the user calls a defect', payload: { compressedBytes: 42_374, declaredBytes: 4_503_599_626_321_920 }, stack: 'TooLarge: The decompressed output exceeds the maximum allowed size of 400 MB', errors: { TooLarge: 'defect' } },
      { shows: 'sizes that are nothing', payload: { compressedBytes: 0, declaredBytes: 450_000_000 }, stack: 'Error: The decompressed output exceeds the maximum allowed size of 400 MB' },
    ],
  },
  match(inspected) {
    const { failure } = inspected;
    const stopped = failure.code === 'ERR_BUFFER_TOO_LARGE' || (UNPACKING.test(failure.template) && TOO_MUCH.test(failure.template));
    if (!stopped || failure.httpStatus !== undefined) return undefined;
    if (!declaresTooMuch(inspected)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'decompression-bomb',
      why: 'The archive declares more than an archive of its size can hold, and the worker stopped at its limit while it unpacked it.',
      evidence: [{ source: 'payload', fact: 'declared to unpack to more than anything of its size can' }, failureFact(failure)],
      confidence: 'certain',
      malicious: true,
    };
  },
};

/** True where an object of the payload says of something that it unpacks to more than anything does. */
function declaresTooMuch({ letter }: InspectedLetter): boolean {
  if (letter.payload === undefined) return false;
  let looked = 0;
  for (const { value } of payloadValues(letter.payload)) {
    if (!isJsonObject(value)) continue;
    looked += 1;
    if (looked > MOST_OBJECTS) return false;
    const sizes = sizesOf(value);
    if (ratioOf(sizes) > HONEST_RATIO || pixelsPerByte(sizes) > HONEST_PIXELS) return true;
  }
  return false;
}

interface Size {
  readonly words: readonly string[];
  readonly value: number;
}

function sizesOf(object: JsonObject): readonly Size[] {
  return Object.entries(object)
    .slice(0, MOST_MEMBERS)
    .flatMap(([key, value]) => (typeof value === 'number' && value > 0 ? [{ words: wordsOf(key), value }] : []));
}

/** How many times larger it says it is once unpacked; 0 where it does not say so in one unit. */
function ratioOf(sizes: readonly Size[]): number {
  const unpacked = sizes.find(({ words }) => words.some((word) => UNPACKED.has(word)));
  const packed = sizes.find((size) => size !== unpacked && size.words.some((word) => PACKED.has(word)));
  const unit = unpacked?.words.find((word) => UNITS.has(word));
  return unpacked !== undefined && packed !== undefined && unit !== undefined && packed.words.includes(unit) ? unpacked.value / packed.value : 0;
}

/** How many pixels each byte stands for; 0 where it does not say so. */
function pixelsPerByte(sizes: readonly Size[]): number {
  const [width, height, bytes] = ['width', 'height', 'bytes'].map((word) => sizes.find(({ words }) => words.includes(word))?.value);
  return width === undefined || height === undefined || bytes === undefined ? 0 : (width * height) / bytes;
}
