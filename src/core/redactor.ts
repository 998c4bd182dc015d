import { parseJson, type Json } from './json.ts';
import { hideTexts } from './hide-texts.ts';
import { looseSecrets } from './loose-secrets.ts';
import { redact } from './redact.ts';
import { REDACTED } from './redaction-mark.ts';
import { redactionRules, type RedactionRules } from './redaction-rules.ts';
import { formsOf } from './secret-forms.ts';
import { secretTexts } from './secret-texts.ts';

/** More secrets than these, in all their forms, are not looked for one by one: every text about their letter is hidden whole. */
const MOST_SECRETS = 40_000;

const NO_PLACES = redactionRules().root;

/** Hides what must not leave the process, for one letter (or for a batch of them). */
export interface Redactor {
  /**
   * A payload with the values at secret keys and redacted places replaced by `[redacted]`, whole objects and lists too,
   * also inside of texts that hold JSON. What stood there is hidden in the other texts as well.
   */
  readonly value: (payload: Json) => Json;
  /**
   * A text about the letter, with every text or number hidden that stands at a redacted place of its payload: from 4
   * characters on, as it is and escaped, also where the text was cut off in the midst of it. Applying it twice changes
   * nothing more. Linear in the length of the text.
   */
  readonly text: (text: string) => string;
  /** Facts that are no payload (details of an event, headers): hidden by key name, and their texts like `text`. */
  readonly facts: (facts: Json) => Json;
}

/** What a redactor looks into: a payload, or a body that may be no JSON. */
export type RedactorSource = Json | Uint8Array | undefined;

/** A letter as far as its redaction depends on it. `payload` spares parsing the body again. */
export interface RedactedLetter {
  readonly queue: string;
  /** Absent where only the queue is known: what is hidden in any of its job types is hidden then. */
  readonly name?: string;
  readonly body: Uint8Array;
  readonly payload?: Json | undefined;
}

/** Gives the redactor of a letter by what is configured for its job type. `further`: what else may be quoted, its repaired payload. */
export type RedactorFor = (letter: RedactedLetter, ...further: readonly RedactorSource[]) => Redactor;

/** Makes the redactor of a letter. `sources` are its payloads, as it died and repaired; they are read when a text is first asked about. */
export function createRedactor(rules: RedactionRules, sources: readonly RedactorSource[]): Redactor {
  let hide: ((text: string) => string) | undefined;
  const text = (shown: string): string => {
    if (shown === '') return shown;
    hide ??= hiderOf(rules, sources);
    return hide(shown);
  };
  return {
    text,
    value: (payload) => redact(payload, { rules, hide: text }),
    facts: (facts) => redact(facts, { rules: { ...rules, root: NO_PLACES }, hide: text }),
  };
}

function hiderOf(rules: RedactionRules, sources: readonly RedactorSource[]): (text: string) => string {
  const secrets = new Set<string>();
  for (const source of sources) {
    for (const secret of secretsOf(source, rules)) for (const form of formsOf(secret)) secrets.add(form);
    if (secrets.size > MOST_SECRETS) return () => REDACTED;
  }
  return hideTexts(secrets);
}

function secretsOf(source: RedactorSource, rules: RedactionRules): Iterable<string> {
  if (source === undefined) return [];
  if (!(source instanceof Uint8Array)) return secretTexts(source, rules, MOST_SECRETS);
  const payload = parseJson(source);
  return payload === undefined ? looseSecrets(source, rules) : secretTexts(payload, rules, MOST_SECRETS);
}
