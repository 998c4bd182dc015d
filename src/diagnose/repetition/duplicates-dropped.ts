import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { documentedMembers, plainSentences, schemaDescription } from './documented.ts';

const DROPS = /\b(?:drop|drops|ignore|ignores|discard|discards|skip|skips|suppress|suppresses) (?:any |all )?(?:duplicates?|duplicated \w{1,20}|repetitions?)\b/i;
/** `Receivers must drop an id they have seen`: the member that says so is the id. */
const SEEN = /\b(?:drop|ignore|discard|skip)s? (?:an?|any|every|each|all) (?:ids?|keys?|events?|messages?|one) (?:that |which )?(?:they|it) (?:have |has )?(?:already )?(?:seen|handled|processed)\b/i;
const DEDUPLICATES = /\b(?:de-?duplicates?|de-?dupes?|idempotent|upserts?|deduplicated)\b/i;
const BY = /\b(?:by|on|per|with the same|keyed by) (?:the )?[`"']?(\w{1,64})/i;
const WINDOW = /\b(?:within|window|seconds?|minutes?|hours?|days?|\d{1,4} ?[smhd])\b/i;
const ITSELF = new Set(['this', 'it', 'id', 'key', 'value']);

/**
 * Why a second delivery does nothing: the schema documents that who takes the message drops duplicates by a member
 * which this payload has. A memory of limited length is no such promise.
 */
export function droppedDuplicates(letter: InspectedLetter): string | undefined {
  const members = documentedMembers(letter);
  const present = new Set(members.filter(({ value }) => typeof value === 'string' || typeof value === 'number').map(({ key }) => key));
  const described = [...members.map(({ key, description }) => ({ key, description })), { key: '', description: schemaDescription(letter) }];
  for (const { key, description } of described) {
    const named = WINDOW.test(description) ? undefined : namedMember(description, key);
    if (named !== undefined && present.has(named)) return `the schema says that duplicates are dropped by /${named}, which this payload has`;
  }
  return undefined;
}

function namedMember(description: string, itself: string): string | undefined {
  // A doubt anywhere in the documentation is a doubt about all of it.
  const sentences = plainSentences(description);
  if (sentences.join(' ').length < description.trim().length - sentences.length) return undefined;
  for (const sentence of sentences) {
    if (SEEN.test(sentence) && itself !== '') return itself;
    const found = DROPS.exec(sentence) ?? DEDUPLICATES.exec(sentence);
    if (found === null) continue;
    const name = BY.exec(sentence.slice(found.index))?.[1];
    if (name !== undefined) return ITSELF.has(name.toLowerCase()) && itself !== '' ? itself : name;
  }
  return undefined;
}
