import { isJsonObject, jsonEqual, type Json } from '../../src/core/json.ts';
import { truthOf, type BrokenLetter } from './broken-letter.ts';
import type { Member } from './member.ts';

/** How an attempt ended. `wrong`: accepted by the schema, and not what the message said before it broke. */
export type Judgement = 'healed' | 'wrong' | 'wrong on protected' | 'abstained';

/** Judges what a contestant would run. That a member is left out and that it has its default is the same. */
export function judge(letter: BrokenLetter, payload: Json | undefined): Judgement {
  if (payload === undefined) return 'abstained';
  const { root } = letter.house.shape;
  const [result, original] = [comparable(payload, root), comparable(letter.original, root)];
  if (truthOf(letter) !== undefined && jsonEqual(result, original)) return 'healed';
  return protectedEqual(result, original, root) ? 'wrong' : 'wrong on protected';
}

function comparable(value: Json | undefined, member: Member): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => comparable(item, member) ?? null);
  // Two ways to write a moment are one moment.
  if (member.kind === 'moment' && typeof value === 'string') return Number.isNaN(Date.parse(value)) ? value : Date.parse(value);
  if (!isJsonObject(value) || member.members === undefined) return value;
  const filled = { ...value };
  for (const inner of member.members) {
    const found = comparable(filled[inner.key], inner) ?? inner.default;
    if (found !== undefined) filled[inner.key] = found;
  }
  return filled;
}

function protectedEqual(left: Json | undefined, right: Json | undefined, member: Member): boolean {
  if (member.protected) return jsonEqual(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return left.every((item, index) => protectedEqual(item, right[index], member));
  if (!isJsonObject(left) || !isJsonObject(right)) return true;
  return (member.members ?? []).every((inner) => protectedEqual(left[inner.key], right[inner.key], inner));
}
