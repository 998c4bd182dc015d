import type { JobType } from '../../core/job-type.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { pointerSegments, type Pointer } from '../../core/json-pointer.ts';
import { applyEdits } from '../edit.ts';
import { mayBeSentOtherwise } from '../sent-otherwise.ts';
import type { OperationKind } from './operation-kind.ts';

/** The user's own value for a member that is missing or null; for an object, one made of the user's values inside of it. */
export const fillValue: OperationKind = {
  name: 'fill-value',
  class: 'default',
  guard: { codes: ['missing', 'type', 'union', 'enum', 'const', 'format', 'custom'], received: ['missing', 'null'] },
  propose: (site) => {
    const value = valueToFill(site.subject.jobType, site.pointer);
    return value === undefined || mayBeSentOtherwise(site) ? [] : [{ with: value }];
  },
  act: ({ pointer, value, parent }, parameters) => {
    const empty = value === undefined || value === null;
    return empty && parameters !== undefined && isJsonObject(parent) ? { kind: 'set', pointer, value: parameters } : undefined;
  },
};

/** What the user gave for a place, `undefined` where nothing was given for it. */
export function valueToFill({ fill }: JobType, pointer: Pointer): Json | undefined {
  if (Object.hasOwn(fill, pointer)) return fill[pointer];
  const inside = Object.entries(fill).filter(([place]) => place.startsWith(`${pointer}/`));
  if (inside.length === 0) return undefined;
  return inside.reduce<Json>((object, [place, value]) => withMember(object, pointerSegments(place.slice(pointer.length)), value), {});
}

function withMember(object: Json, segments: readonly string[], value: Json): Json {
  const [key, ...rest] = segments;
  if (key === undefined) return value;
  const members: JsonObject = isJsonObject(object) ? object : {};
  const child = Object.hasOwn(members, key) ? (members[key] ?? {}) : {};
  return applyEdits(members, [{ kind: 'set', pointer: `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value: withMember(child, rest, value) }]);
}
