import type { Cause, Diagnosis, Evidence } from '../core/diagnosis.ts';
import type { ParsedFailure } from '../core/failure.ts';
import type { Fulfilment, FulfilmentAnswer } from '../core/fulfilment.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import type { Effects, ErrorMeaning } from '../core/job-type.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { IssueCode } from '../core/payload-schema.ts';
import type { Policy } from '../core/policy.ts';

/** What a rule may look at beside the letter. */
export interface RuleContext {
  readonly policy: Policy;
  readonly now: Date;
  /** The business database's answer for this letter; absent where it was not asked. */
  readonly answer?: FulfilmentAnswer;
}

/** One way to tell why a letter died. */
export interface Rule {
  /** The same as its file in `diagnose/rules/`. */
  readonly name: string;
  /** Why the rule decides as it does. */
  readonly why: string;
  /** Where the rule or its numbers come from. */
  readonly source: string;
  /** Letters that the rule decides, and letters close to them that it leaves alone. A test runs them. */
  readonly examples: { readonly for: readonly RuleExample[]; readonly against: readonly RuleExample[] };
  /** Decides the letter, or returns `undefined` where it is not this rule's. Never throws; linear in the letter's size. */
  match(letter: InspectedLetter, context: RuleContext): Diagnosis | undefined;
}

/** A letter as an example: what is absent is ordinary (a small valid payload, effects on a database, 5 attempts). */
export interface RuleExample {
  readonly shows: string;
  /** Job name; by default `parse-invoice`. */
  readonly name?: string;
  /** Queue; by default `invoices`. */
  readonly queue?: string;
  /** The last attempt's stack, or its first line. */
  readonly stack?: string;
  /** Stacks of the attempts before the last, oldest first. */
  readonly earlier?: readonly string[];
  /** The broker's reason; by default the message in `stack`. */
  readonly reason?: string;
  readonly payload?: Json;
  /** The body as text, where it is not the payload's JSON. */
  readonly body?: string;
  /** What the schema refuses; by default nothing. */
  readonly refused?: readonly (readonly [pointer: string, code: IssueCode])[];
  /** What the schema wants at a place that it refuses: a type, a format, a pattern. */
  readonly expected?: Readonly<Record<string, string>>;
  /** `'absent'`: the job type has none. `'throws'`: it fails. */
  readonly schema?: 'absent' | 'throws';
  /** What the schema says of itself as a JSON Schema; by default nothing. */
  readonly jsonSchema?: JsonObject;
  /** Values that no repair may change. */
  readonly protect?: readonly string[];
  readonly effects?: Effects;
  readonly attempts?: number;
  /** Headers of the letter, among them what the adapter stated. */
  readonly headers?: Readonly<Record<string, Json>>;
  /** Why the adapter could not tell what the message is. */
  readonly unclear?: string;
  readonly fulfilment?: Fulfilment;
  readonly errors?: Readonly<Record<string, ErrorMeaning>>;
  readonly idempotencyKey?: string;
  /** `true`: the job type has a `fulfilled` hook, which nobody has asked yet. */
  readonly hook?: boolean;
  /** The cause that the rule must give, for rules that give more than one. */
  readonly cause?: Cause;
}

/** A fact that the failure states: its class and code, and its message with the values masked. */
export function failureFact({ errorClass, code, template }: ParsedFailure): Evidence {
  const named = [errorClass, code].filter((part) => part !== undefined && part !== '').join(' ');
  const said = template === '' ? '' : `: ${template.slice(0, 200)}`;
  return { source: 'failure', fact: `${named === '' ? 'the worker failed' : named}${said}` };
}
