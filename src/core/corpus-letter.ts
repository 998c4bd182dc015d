import type { Verdict } from './diagnosis.ts';
import type { ErrorMeaning } from './job-type.ts';
import type { Json, JsonObject } from './json.ts';

/** What is known to have been right for a letter. */
export interface ExpectedVerdict {
  readonly verdict: Verdict;
  /** For `repair`: the one payload that counts. */
  readonly repairedPayload?: Json;
  /** For people. */
  readonly why?: string;
}

/**
 * A dead letter with everything that a decision looks at, in plain JSON: a line of a corpus, one that is exported from a
 * ledger, or one put together by hand. docs/guides/decision-quality.md describes the fields. The body is `payload`, or
 * exactly `body` or `bodyBase64` where one of them is given.
 */
export interface CorpusLetter {
  readonly id: string;
  readonly queue: string;
  readonly jobName: string;
  readonly payload?: Json;
  /** The body as text, where writing `payload` anew would lose something (a number that JavaScript rounds), or it is no JSON. */
  readonly body?: string;
  /** The body where it is no UTF-8. */
  readonly bodyBase64?: string;
  readonly failedReason: string;
  /** The stack of the last attempt, or one of each attempt, oldest first. @defaultValue none */
  readonly stacktrace?: string | readonly string[];
  /** @defaultValue the number of stacks, at least 1 */
  readonly attemptsMade?: number;
  /** JSON Schema of the payload. @defaultValue none */
  readonly schema?: JsonObject | null;
  /** The options of the job type that are plain data: `protect`, `freeText`, `effects`, `tidy`, `fill` and the others. @defaultValue those of a job type that nobody configured */
  readonly policy?: JsonObject;
  /** The application's own error names, as `errors` of the configuration. */
  readonly errors?: Readonly<Record<string, ErrorMeaning>>;
  /** What the broker keeps beside the body. */
  readonly headers?: JsonObject;
  /** Why nobody can tell what the message is, as the adapter says it: a person decides then. */
  readonly unclear?: string;
  /** The broker's id of the message. @defaultValue `id` */
  readonly messageId?: string;
  /** @defaultValue `'bullmq'` */
  readonly broker?: string;
  /** How often mendq had replayed the message before this death. @defaultValue 0 */
  readonly round?: number;
  /** ISO 8601. @defaultValue `failedAt` */
  readonly enqueuedAt?: string;
  /** ISO 8601. @defaultValue the present moment */
  readonly failedAt?: string;
  /** Where the letter comes from, for people. */
  readonly source?: string;
  /** What the score is broken down by. @defaultValue `'other'` */
  readonly category?: string;
  /** Absent or null where nobody knows: the letter is decided and not scored. */
  readonly expected?: ExpectedVerdict | null;
  /** True where values were hidden when it was exported: it is decided and not scored, for it is not the letter that died. */
  readonly redacted?: boolean;
}
