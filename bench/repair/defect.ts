import type { Json, JsonObject } from '../../src/core/json.ts';
import type { Member } from './member.ts';
import type { Random } from './random.ts';

/** One member of a document that may be changed in place. */
export interface Place {
  readonly member: Member;
  /** The object that holds it. */
  readonly holder: JsonObject;
  /** The member that describes the holder. */
  readonly around: Member;
}

/** A way in which messages break. */
export interface Defect {
  readonly name: string;
  /** True where the original can be told from the broken message, its schema and its configuration alone. */
  readonly repairable: boolean;
  /** True where not even the original is right: the message should not run at all. */
  readonly mustNotRun?: true;
  /** Breaks the member in place; false where it can't be broken in this way. */
  readonly breakMember?: (place: Place, random: Random) => boolean;
  /** Breaks the text of the whole message; `undefined` where it can't be broken in this way. */
  readonly breakText?: (text: string, random: Random) => string | undefined;
}

/** A defect that puts another form of a value in its place; `undefined` where it has none. */
export function valueDefect(name: string, repairable: boolean, form: (value: Json, place: Place, random: Random) => Json | undefined): Defect {
  return {
    name,
    repairable,
    breakMember: (place, random) => {
      const { holder, member } = place;
      const value = holder[member.key];
      const broken = value === undefined ? undefined : form(value, place, random);
      if (broken !== undefined) holder[member.key] = broken;
      return broken !== undefined;
    },
  };
}
