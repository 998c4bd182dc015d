import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isAlarm } from '../reach.ts';
import { payloadValues } from '../payload-values.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

/** A tag and one more byte; longer frames hold something, if not what was expected. */
const MOST_BYTES = 2;
const MOST_VALUES = 500;
/** Wire types 6 and 7 were never given a meaning. */
const WITHOUT_MEANING = 6;
const WIRE_TYPE = /\binvalid wire ?type:? ([67])\b|\bcan't skip unknown wire type ([67])\b|\bwire ?type ([67])\b/i;
const FRAME_WORDS = new Set('b64 base64 blob body buffer bytes data frame message packet proto protobuf raw'.split(' '));
/** Streams of which the next value replaces the one before. */
const LOSSY = new Set('analytics beacon gps heartbeat measurement measurements metric metrics monitoring position positions probe sample samples sensor sensors stats telemetry trace traces'.split(' '));
const TELEMETRY = { name: 'decode-frame', queue: 'telemetry' } as const;

/** A frame of a byte or two that is none in any version of its format. */
export const garbageFrame: Rule = {
  name: 'garbage-frame',
  why: 'A tag with a wire type that no version of the format has, and nothing behind it, is noise on a line; of measurements the next one replaces it. A frame that is cut off, or longer, may be of another version, so it is kept.',
  source: 'Protocol Buffers, encoding: wire types 0 to 5; protobuf.js, reader.skipType.',
  examples: {
    for: [
      { ...TELEMETRY, shows: 'one byte', payload: { frameB64: 'Dw==' }, stack: 'Error: invalid wire type 7 at offset 1' },
      { ...TELEMETRY, shows: 'the same in hexadecimal digits', payload: { deviceId: 7, frameHex: '0e' }, stack: 'Error: invalid wire type 6 at offset 1' },
    ],
    against: [
      { ...TELEMETRY, shows: 'a frame that is cut off, or of another version', payload: { frameB64: 'Cv8BQQ==' }, stack: 'RangeError: index out of range: 3 + 255 > 4' },
      { ...TELEMETRY, shows: 'a frame with more in it', payload: { frameB64: 'D3siaWQiOjd9' }, stack: 'Error: invalid wire type 7 at offset 1' },
      { ...TELEMETRY, shows: 'a text of two letters', payload: { frameB64: 'b2s=' }, stack: 'Error: invalid wire type 7 at offset 1' },
      { ...TELEMETRY, shows: 'a tag that has a meaning', payload: { frameB64: 'CA==' }, stack: 'Error: invalid wire type 7 at offset 1' },
      { shows: 'a stream of which every message counts', name: 'decode-payment', queue: 'payments', payload: { frameB64: 'Dw==' }, stack: 'Error: invalid wire type 7 at offset 1' },
      { shows: 'a sensor for smoke', name: 'decode-alarm-sensor', queue: 'sensors', payload: { frameB64: 'Dw==' }, stack: 'Error: invalid wire type 7 at offset 1' },
      { ...TELEMETRY, shows: 'several frames', payload: { frameB64: 'Dw==', nextFrameB64: 'CgFh' }, stack: 'Error: invalid wire type 7 at offset 1' },
    ],
  },
  match(inspected) {
    const { letter, failure } = inspected;
    if (!WIRE_TYPE.test(failure.message) || isAlarm(inspected) || ![...wordsOf(letter.queue), ...wordsOf(letter.name)].some((word) => LOSSY.has(word))) return undefined;
    if (!isGarbage(inspected)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'garbage-frame',
      why: 'The frame is a byte or two with a wire type that no version of the format has; there is nothing in it, and the next measurement replaces it.',
      evidence: [{ source: 'payload', fact: `a frame of at most ${MOST_BYTES} bytes that begins with a tag without meaning` }, failureFact(failure)],
      confidence: 'certain',
    };
  },
};

function isGarbage({ letter }: InspectedLetter): boolean {
  if (letter.payload === undefined) return false;
  const frames: Buffer[] = [];
  let looked = 0;
  for (const { key, value } of payloadValues(letter.payload)) {
    looked += 1;
    if (looked > MOST_VALUES) return false;
    if (typeof value === 'string' && wordsOf(key).some((word) => FRAME_WORDS.has(word))) frames.push(bytesOf(key, value));
  }
  const [frame, ...others] = frames;
  return frame !== undefined && others.length === 0 && isTagWithoutMeaning(frame);
}

function bytesOf(key: string, value: string): Buffer {
  return Buffer.from(value, wordsOf(key).includes('hex') ? 'hex' : 'base64');
}

function isTagWithoutMeaning(frame: Buffer): boolean {
  const [tag = 0] = frame;
  const isText = frame.length > 1 && frame.every((byte) => byte >= 0x20 && byte < 0x7f);
  return frame.length > 0 && frame.length <= MOST_BYTES && tag % 8 >= WITHOUT_MEANING && tag < 0x80 && !isText;
}
