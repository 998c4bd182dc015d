import { isJsonObject, type Json } from '../core/json.ts';

/** The bytes in the form in which Node writes a Buffer (`{ "type": "Buffer", "data": [104] }`) or another list of bytes (`{ "0": 104 }`) as JSON. */
export function bytesOf(value: Json | undefined): Uint8Array | undefined {
  if (!isJsonObject(value)) return undefined;
  const keys = Object.keys(value);
  const isBuffer = keys.length === 2 && value['type'] === 'Buffer' && Array.isArray(value['data']);
  const isIndexed = keys.length > 0 && keys.every((key, index) => key === String(index));
  const items = isBuffer && Array.isArray(value['data']) ? value['data'] : isIndexed ? Object.values(value) : undefined;
  return items?.every(isByte) === true ? Uint8Array.from(items) : undefined;
}

function isByte(item: Json): item is number {
  return typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255;
}
