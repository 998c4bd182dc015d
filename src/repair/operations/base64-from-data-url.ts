import { isJsonObject } from '../../core/json.ts';
import { normalKey } from '../key-style.ts';
import type { Site } from '../site.ts';
import { textOperation } from './operation-kind.ts';

const DATA_URL = /^\s*data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[\w.-]+)*;base64,([A-Za-z\d+/]+={0,2})\s*$/i;

const TYPE_KEYS: ReadonlySet<string> = new Set(['mimetype', 'contenttype', 'mediatype', 'filetype', 'type', 'mime']);

/** `"data:image/png;base64,iVBOR…"` is `"iVBOR…"` where base64 is wanted, unless the payload tells another type than the URL. */
export const base64FromDataUrl = textOperation({
  name: 'base64-from-data-url',
  class: 'lossless',
  codes: ['format', 'pattern', 'custom'],
  suits: ({ want, value }) => typeof value === 'string' && /^\s*data:/i.test(value.slice(0, 100)) && (want.isBase64 || want.patterns.length > 0),
  read: (text, site) => {
    const [, type = '', content] = DATA_URL.exec(text) ?? [];
    return content !== undefined && content.length % 4 === 0 && !tellsOtherType(site, type) ? content : undefined;
  },
});

function tellsOtherType({ parent }: Site, type: string): boolean {
  if (!isJsonObject(parent)) return false;
  const told = Object.entries(parent).filter(([key, value]) => TYPE_KEYS.has(normalKey(key)) && typeof value === 'string' && value.includes('/'));
  return told.some(([, value]) => typeof value === 'string' && value.trim().toLowerCase() !== type.toLowerCase());
}
