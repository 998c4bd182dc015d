import type { FailureReport } from '../core/dead-letter.ts';
import type { FailureCause, ParsedFailure } from '../core/failure.ts';
import { readFailureText, type FailureText } from './failure-text.ts';
import { readInterrupted } from './failures/interrupted.ts';
import { FALLBACK_RECOGNISERS, LIBRARY_RECOGNISERS } from './failures/recognisers.ts';
import type { Recogniser, Recognition } from './failures/recogniser.ts';
import { readShownFacts } from './failures/response-status.ts';
import { ownFrames } from './frames.ts';
import { mask } from './mask.ts';
import type { PrintedCause } from './printed-error.ts';

/** Attempts that are looked at, newest first. */
const MAX_ATTEMPTS = 64;
/** Where no library's format was recognised, what hangs on the error may still tell; a library that was recognised tells its status by its own format. */
const WITHOUT_STATUS = new Set(['unknown', 'application']);
const CODE = /^[A-Za-z0-9_.:/-]{1,64}$/;

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
  if (stack.length < 2) return [];
  const seen = new Set([kindOf(parsed)]);
  const earlier: ParsedFailure[] = [];
  let previous = last;
  for (const attempt of stack.slice(-MAX_ATTEMPTS, -1).toReversed()) {
    if (attempt === previous) continue;
    previous = attempt;
    const failure = parseAttempt('', attempt, at);
    if (seen.has(kindOf(failure))) continue;
    seen.add(kindOf(failure));
    earlier.push(failure);
  }
  return earlier;
}

function kindOf({ errorClass, code, template, details }: ParsedFailure): string {
  return JSON.stringify([errorClass, code, template, details['interrupted']]);
}

function parseAttempt(reason: string, stack: string, at: Date): ParsedFailure {
  const text = readFailureText(reason, stack, at);
  const recognised = recognise(text);
  const recognition = WITHOUT_STATUS.has(recognised.library) ? { ...recognised, ...readShownFacts(text) } : recognised;
  const interrupted = readInterrupted(text, stack);
  const code = recognition.code ?? printedCode(text.printed.properties, text.headCode);
  return {
    errorClass: text.errorClass,
    ...(code === undefined ? {} : { code }),
    ...(recognition.httpStatus === undefined ? {} : { httpStatus: recognition.httpStatus }),
    ...(recognition.retryAfterMilliseconds === undefined ? {} : { retryAfterMilliseconds: recognition.retryAfterMilliseconds }),
    message: text.message,
    // A wrapper's own words are masked by the wrapper's format, whichever error the facts come from.
    template: recognition.template ?? firstOf(FALLBACK_RECOGNISERS, text)?.template ?? mask(text.message),
    ownFrames: ownFrames(text.frames),
    causes: distinct(text.printed.causes.map(toCause)),
    details: interrupted === undefined ? (recognition.details ?? {}) : { ...recognition.details, interrupted },
    library: recognition.library,
  };
}

/** The error itself first, then its causes from the outermost in: a wrapper rarely knows more than what it wraps. */
function recognise(text: FailureText): Recognition {
  const causes = text.printed.causes.map((cause) => asText(cause, text));
  const recognition =
    text.errorClass === 'AggregateError'
      ? recogniseAggregate(text, causes)
      : firstOf(LIBRARY_RECOGNISERS, text) ?? withOuterTemplate(firstDefined(causes, (cause) => firstOf(LIBRARY_RECOGNISERS, cause)), text);
  return recognition ?? firstOf(FALLBACK_RECOGNISERS, text) ?? { library: 'unknown' };
}

/** Errors that happened side by side say something only where each is recognised and all say the same. */
function recogniseAggregate(text: FailureText, members: readonly FailureText[]): Recognition | undefined {
  // Node names a code and no message where every address of a host failed to connect.
  if (members.length === 0) return text.headCode === undefined || text.message !== '' ? undefined : { library: 'node', code: text.headCode, details: { phase: 'connect' } };
  const recognised = members.map((member) => firstOf(LIBRARY_RECOGNISERS, member));
  const connecting = recognised.every((recognition) => recognition?.details?.['phase'] === 'connect');
  const alike = recognised.every((recognition) => recognition?.code === recognised[0]?.code && recognition?.library === recognised[0]?.library);
  return connecting || alike ? withOuterTemplate(recognised[0], text) : undefined;
}

function firstOf(recognisers: readonly Recogniser[], text: FailureText): Recognition | undefined {
  return firstDefined(recognisers, (recogniser) => recogniser(text));
}

function firstDefined<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The template belongs to the message that the letter shows, which is the outer one's: what a wrapper quotes there, such
 * as the parameters of a statement, must be masked although the facts come from the cause.
 */
function withOuterTemplate(recognition: Recognition | undefined, outer: FailureText): Recognition | undefined {
  if (recognition === undefined) return undefined;
  const { template: _, ...facts } = recognition;
  const template = firstOf(FALLBACK_RECOGNISERS, outer)?.template;
  return template === undefined ? facts : { ...facts, template };
}

function asText(cause: PrintedCause, outer: FailureText): FailureText {
  return { ...cause, frames: [], printed: { properties: cause.properties, causes: [] }, at: outer.at };
}

function toCause({ errorClass, headCode, message, properties }: PrintedCause): FailureCause {
  const code = printedCode(properties, headCode);
  return { errorClass, ...(code === undefined ? {} : { code }), message };
}

/** What an error calls its code may be any text; a code is a short word. */
function printedCode(properties: ReadonlyMap<string, string>, headCode: string | undefined): string | undefined {
  return [properties.get('code'), headCode].find((code) => code !== undefined && CODE.test(code));
}

/** A cause may be printed twice, in the message and behind the stack. */
function distinct(causes: readonly FailureCause[]): FailureCause[] {
  const seen = new Map(causes.map((cause) => [JSON.stringify([cause.errorClass, cause.message]), cause]));
  return [...seen.values()];
}
