import { Buffer } from 'node:buffer';

import { bytesOf } from '../bytes.ts';
import type { Want } from '../want.ts';
import { valueOperation } from './operation-kind.ts';

/** `{ "type": "Buffer", "data": [104, 105] }`, as Node writes bytes, is `"aGk="` where base64 is wanted, and `"6869"` where the description says hex. */
export const base64FromBuffer = valueOperation({
  name: 'base64-from-buffer',
  class: 'lossless',
  guard: { codes: ['type', 'union', 'custom'], received: ['object'] },
  suits: ({ want }) => encodingOf(want) !== undefined,
  read: (value, { want }) => {
    const encoding = encodingOf(want);
    const bytes = bytesOf(value);
    return encoding === undefined || bytes === undefined ? undefined : Buffer.from(bytes).toString(encoding);
  },
  inverse: (written) => (typeof written === 'string' ? { type: 'Buffer', data: [...Buffer.from(written, 'base64')] } : written),
});

function encodingOf({ isBase64, descriptions }: Want): 'base64' | 'hex' | undefined {
  const named = new Set(descriptions.flatMap((text) => text.toLowerCase().match(/\b(?:base64(?:url)?|hex)(?=adecimal\b|\b)/g) ?? []));
  if (isBase64) return named.has('hex') || named.has('base64url') ? undefined : 'base64';
  const [encoding, ...others] = named;
  return others.length === 0 && (encoding === 'base64' || encoding === 'hex') ? encoding : undefined;
}
