import type { FailureReport } from '../core/dead-letter.ts';
import type { FailureCause, ParsedFailure } from '../core/failure.ts';
import { readFailureText, type FailureText } from './failure-text.ts';
import { FALLBACK_RECOGNISERS, LIBRARY_RECOGNISERS } from './failures/recognisers.ts';
import type { Recogniser, Recognition } from './failures/recogniser.ts';
import { ownFrames } from './frames.ts';
import { mask } from './mask.ts';
import type { PrintedCause } from './printed-error.ts';

/** Attempts that are looked at, newest first. */
const MAX_ATTEMPTS = 64;

/**
 * Reads a failure report. The last stack counts (BullMQ gives the oldest attempt first); attempts that failed
 * otherwise are kept as `earlier`. Never throws, and takes time linear in the length of the report.
 */
export function parseFailure(report: FailureReport): ParsedFailure {
  const last = report.stack.at(-1) ?? '';
  const parsed = parseAttempt(report.reason, last, report.at);
  const earlier = earlierFailures(report, last, parsed);
  return earlier.length === 0 ? parsed : { ...parsed, earlier };
}

function earlierFailures({ stack, at }: FailureReport, last: string, parsed: ParsedFailure): ParsedFailure[] {
  const seen = new Set([kindOf(parsed)]);
  const earlier: ParsedFailure[] = [];
  let previous = last;
  for (const attempt of stack.slice(-MAX_ATTEMPTS, -1).reverse()) {
    if (attempt === previous) continue;
    previous = attempt;
    const failure = parseAttempt('', attempt, at);
    if (seen.has(kindOf(failure))) continue;
    seen.add(kindOf(failure));
    earlier.push(failure);
  }
  return earlier;
}

function kindOf({ errorClass, code, template }: ParsedFailure): string {
  return JSON.stringify([errorClass, code, template]);
}

function parseAttempt(reason: string, stack: string, at: Date): ParsedFailure {
  const text = readFailureText(reason, stack, at);
  const recognition = recognise(text);
  const code = recognition.code ?? text.printed.properties.get('code') ?? text.headCode;
  return {
    errorClass: text.errorClass,
    ...(code === undefined ? {} : { code }),
    ...(recognition.httpStatus === undefined ? {} : { httpStatus: recognition.httpStatus }),
    ...(recognition.retryAfterMilliseconds === undefined ? {} : { retryAfterMilliseconds: recognition.retryAfterMilliseconds }),
    message: text.message,
    template: recognition.template ?? mask(text.message),
    ownFrames: ownFrames(text.frames),
    causes: text.printed.causes.map(toCause),
    details: recognition.details ?? {},
    library: recognition.library,
  };
}

/** The error itself first, then its causes from the outermost in: a wrapper rarely knows more than what it wraps. */
function recognise(text: FailureText): Recognition {
  for (const candidate of [text, ...text.printed.causes.map((cause) => asText(cause, text))]) {
    const recognition = firstRecognition(LIBRARY_RECOGNISERS, candidate);
    if (recognition !== undefined) return candidate === text ? recognition : withoutTemplate(recognition);
  }
  return firstRecognition(FALLBACK_RECOGNISERS, text) ?? { library: 'unknown' };
}

function firstRecognition(recognisers: readonly Recogniser[], text: FailureText): Recognition | undefined {
  for (const recognise of recognisers) {
    const recognition = recognise(text);
    if (recognition !== undefined) return recognition;
  }
  return undefined;
}

/** The template belongs to the message that the letter shows, which is the outer one's. */
function withoutTemplate({ template: _, ...recognition }: Recognition): Recognition {
  return recognition;
}

function asText(cause: PrintedCause, outer: FailureText): FailureText {
  return { ...cause, frames: [], printed: { properties: cause.properties, causes: [] }, at: outer.at };
}

function toCause({ errorClass, headCode, message, properties }: PrintedCause): FailureCause {
  const code = properties.get('code') ?? headCode;
  return { errorClass, ...(code === undefined ? {} : { code }), message };
}
