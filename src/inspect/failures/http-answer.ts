import type { FailureText } from '../failure-text.ts';
import { readWait } from './retry-after.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** An answer with an error status, as one library tells it. */
export interface HttpAnswer {
  readonly library: string;
  readonly status: string;
  /** A code that says more than the status. */
  readonly code?: string | undefined;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The body of the answer, where it stands in the message. */
  readonly answer?: string | undefined;
  readonly template?: string | undefined;
  readonly details?: Readonly<Record<string, string | undefined>>;
}

const ANSWER_CHARACTERS = 2048;

/** What an answer with an error status tells. How long to wait comes from a printed header, or else from the words of the answer. */
export function answered(text: FailureText, { library, status, code = status, method, url, answer, template, details = {} }: HttpAnswer): Recognition {
  const retryAfterMilliseconds = readWait(text);
  return {
    library,
    code,
    httpStatus: Number(status),
    details: knownDetails({
      method: (method ?? printedFirst(text, 'config.method', 'options.method', 'request.method', 'method'))?.toUpperCase(),
      url: url ?? printedFirst(text, 'config.url', 'request.url', 'url'),
      answer: answer?.trim().slice(0, ANSWER_CHARACTERS),
      ...details,
    }),
    ...(template === undefined ? {} : { template }),
    ...(retryAfterMilliseconds === undefined ? {} : { retryAfterMilliseconds }),
  };
}

/** The property that is printed under the first of the names that there is. */
function printedFirst({ printed }: FailureText, ...names: readonly string[]): string | undefined {
  return names.map((name) => printed.properties.get(name)).find((value) => value !== undefined);
}

/** An error status (4xx or 5xx) that is printed under one of the names; outer ones win. */
export function printedStatus({ printed }: FailureText, ...names: readonly string[]): string | undefined {
  return names.map((name) => printed.properties.get(name)).find((value) => value !== undefined && /^[45]\d\d$/.test(value));
}
