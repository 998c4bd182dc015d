import { Buffer } from 'node:buffer';

import { bytesOf } from '../bytes.ts';
import { readUuid } from '../uuid.ts';
import { isKnownToFit, type Want } from '../want.ts';
import { valueOperation } from './operation-kind.ts';

/** Formats of which a text can be told without the schema's validator. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => readUuid(text) === text,
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
};

/**
 * `{ "type": "Buffer", "data": [84, 45, 49] }`, as Node writes bytes, is `"T-1"` where the schema knows that text: by a pattern,
 * a format or the allowed values. Not where it would as well take the bytes in base64 or hexadecimal digits.
 */
export const textFromBuffer = valueOperation({
  name: 'text-from-buffer',
  class: 'lossless',
  guard: { codes: ['type', 'union', 'enum', 'const', 'custom'], received: ['object'] },
  suits: ({ want }) => want.types?.has('object') !== true && !want.isBase64 && !want.descriptions.some((text) => /base64|\bhex/i.test(text)),
  read: (value, { want }) => {
    const bytes = bytesOf(value);
    const text = bytes === undefined ? undefined : utf8Of(bytes);
    if (bytes === undefined || text === undefined || /\p{C}/u.test(text) || !fits(want, text)) return undefined;
    return ['base64', 'base64url', 'hex'].some((encoding) => fits(want, Buffer.from(bytes).toString(encoding as 'hex'))) ? undefined : text;
  },
  inverse: (written) => (typeof written === 'string' ? { type: 'Buffer', data: [...Buffer.from(written, 'utf8')] } : written),
});

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function fits(want: Want, text: string): boolean {
  return isKnownToFit(want, text) || (want.members.length === 0 && want.patterns.length === 0 && want.format !== undefined && FORMATS[want.format]?.(text) === true);
}
