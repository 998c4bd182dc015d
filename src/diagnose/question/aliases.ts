import { isJsonObject, type Json } from '../../core/json.ts';
import { pointerSegments, toPointer, type Pointer } from '../../core/json-pointer.ts';

/** Most unknown keys that a question tells of. */
const MOST = 20;
const LEVELS = 4;

/** Names for keys that the schema does not know, which are data and never told. */
export interface Aliases {
  /** The key, or its alias; `?` for one beyond the most that are told of. */
  readonly told: (key: string) => string;
  readonly toldPath: (pointer: Pointer) => string;
  /** The places of unknown keys, as pointers of the payload. */
  readonly places: readonly Pointer[];
  /** The keys by their aliases. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Numbers the unknown keys of some payloads, in the order in which they stand. */
export function aliasesFor(payloads: readonly (Json | undefined)[], isKnown: (key: string) => boolean): Aliases {
  const byKey = new Map<string, string>();
  const places = new Map<string, Pointer>();
  const walk = (value: Json | undefined, at: readonly (string | number)[]): void => {
    if (at.length > LEVELS) return;
    if (Array.isArray(value)) return walk(value[0], [...at, 0]);
    if (!isJsonObject(value ?? null)) return;
    for (const [key, inner] of Object.entries(value as object) as [string, Json][]) {
      if (!isKnown(key)) {
        if (byKey.size >= MOST && !byKey.has(key)) continue;
        if (!byKey.has(key)) byKey.set(key, `?${byKey.size + 1}`);
        places.set(toPointer([...at, key]), toPointer([...at, key]));
      }
      walk(inner, [...at, key]);
    }
  };
  for (const payload of payloads) walk(payload, []);
  const told = (key: string): string => (isKnown(key) ? key : (byKey.get(key) ?? '?'));
  return {
    told,
    toldPath: (pointer) => toPointer(pointerSegments(pointer).map((segment) => (/^\d{1,6}$|^\[\*\]$/.test(segment) ? segment : told(segment)))),
    places: [...places.values()].slice(0, MOST),
    keys: new Map([...byKey].map(([key, alias]) => [alias, key])),
  };
}
