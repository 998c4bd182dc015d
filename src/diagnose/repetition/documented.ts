import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject, type Json } from '../../core/json.ts';

/** A member of the payload with what the schema says of it. */
export interface DocumentedMember {
  readonly key: string;
  readonly value: Json;
  /** `''` where the schema says nothing. */
  readonly description: string;
  readonly allowed: readonly Json[];
}

const DESCRIPTION_CHARACTERS = 1024;
const MOST_MEMBERS = 200;
/** A sentence with one of these promises nothing. */
const DOUBT = /\b(?:not|never|no|none|without|unless|except|only if|may|might|should|could|cannot|can't|won't|doesn't|don't|isn't|yet|todo|planned|some|most|usually|often|try|tries|legacy|deprecated|until|formerly)\b/i;

/** The members of the payload that are there, with their documentation. */
export function documentedMembers({ letter, jobType }: InspectedLetter): readonly DocumentedMember[] {
  const properties = jobType.schema?.jsonSchema?.['properties'];
  if (!isJsonObject(letter.payload) || !isJsonObject(properties)) return [];
  return Object.entries(letter.payload).slice(0, MOST_MEMBERS).flatMap(([key, value]): DocumentedMember[] => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (value === null || value === '' || !isJsonObject(property)) return [];
    const { description, enum: allowed } = property;
    return [{ key, value, description: textOf(description), allowed: Array.isArray(allowed) ? allowed : [] }];
  });
}

/** The sentences of a documentation that state something, without those that promise, wish or deny it. */
export function plainSentences(description: string): readonly string[] {
  return description.split(/(?<=[.;!])\s|\n/).filter((sentence) => !DOUBT.test(sentence));
}

/** What the schema says of the whole payload. */
export function schemaDescription({ jobType }: InspectedLetter): string {
  return textOf(jobType.schema?.jsonSchema?.['description']);
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.slice(0, DESCRIPTION_CHARACTERS) : '';
}
