import { readHead } from './error-head.ts';
import { scanPrinted, type PrintedError } from './printed-error.ts';

/** A failure taken apart, nothing interpreted yet. Every part is bounded. */
export interface FailureText {
  /** The class that the stack names, `''` where it names none. */
  readonly errorClass: string;
  /** The code that node prints behind the class: `TypeError [ERR_INVALID_URL]: ...`. */
  readonly headCode: string | undefined;
  /** The message, cut to 4 KB. */
  readonly message: string;
  /** Stack frames without the leading blanks and `at `, newest first, at most 64. */
  readonly frames: readonly string[];
  /** Properties and causes that were printed with the error. */
  readonly printed: PrintedError;
  /** When the attempt failed, to which a Retry-After date is relative. */
  readonly at: Date;
}

const MESSAGE_CHARACTERS = 4096;
const HEAD_CHARACTERS = 2 * MESSAGE_CHARACTERS;
const FRAMES = 64;
const FRAME_CHARACTERS = 512;
const TAIL_CHARACTERS = 16 * 1024;
const FIRST_FRAME = '\n    at ';
const CAUSED_BY = '\n  Caused by: ';

/** Takes one attempt apart: `reason` is its message (`''` where unknown), `stack` its whole stack text. */
export function readFailureText(reason: string, stack: string, at: Date): FailureText {
  const parts = splitStack(reason, stack);
  const [headText, causedBy] = splitAt(withoutBrackets(parts.head), CAUSED_BY);
  const head = readHead(headText, reason);
  const said = readMessage(reason === '' ? head.message : reason, head.errorClass);
  const tail = [causedBy === '' ? '' : `Caused by: ${causedBy}`, said.printed, parts.tail].filter((part) => part !== '').join('\n');
  return {
    errorClass: said.errorClass,
    headCode: head.code,
    message: said.message,
    frames: parts.frames,
    printed: scanPrinted(tail.slice(0, TAIL_CHARACTERS)),
    at,
  };
}

interface StackParts {
  readonly head: string;
  readonly frames: readonly string[];
  readonly tail: string;
}

/** Frames start behind the message: a message may itself hold lines that look like frames. */
function splitStack(reason: string, stack: string): StackParts {
  const first = stack.indexOf(FIRST_FRAME, endOfReason(reason, stack));
  if (first < 0) return { head: stack.slice(0, HEAD_CHARACTERS), frames: [], tail: '' };
  const frames: string[] = [];
  let position = first + 1;
  while (position < stack.length) {
    const end = endOfLine(stack, position);
    const line = stack.slice(position, Math.min(end, position + FRAME_CHARACTERS)).trimStart();
    if (!line.startsWith('at ')) break;
    // Node opens the braces of printed properties at the end of the last frame.
    const opens = stack.startsWith(' {', end - 2);
    if (frames.length < FRAMES) frames.push(opens && line.endsWith(' {') ? line.slice(3, -2) : line.slice(3));
    position = opens ? end - 1 : end + 1;
    if (opens) break;
  }
  return { head: stack.slice(0, Math.min(first, HEAD_CHARACTERS)), frames, tail: stack.slice(position, position + TAIL_CHARACTERS) };
}

/** Where the message ends in the stack, if the stack begins with it or with its class and it; otherwise 0. */
function endOfReason(reason: string, stack: string): number {
  if (reason === '') return 0;
  const beginning = reason.slice(0, MESSAGE_CHARACTERS);
  const colon = stack.slice(0, 256).indexOf(': ');
  const start = colon >= 0 && stack.startsWith(beginning, colon + 2) ? colon + 2 : 0;
  return stack.startsWith(beginning, start) ? start + reason.length : 0;
}

/** Some workers put the whole printed error into the message: `TypeError: fetch failed { [cause]: ... }`. */
function readMessage(text: string, stackClass: string): { errorClass: string; message: string; printed: string } {
  const cut = text.slice(0, MESSAGE_CHARACTERS);
  const head = readHead(cut, '');
  const inner = head.errorClass;
  const named = inner !== '' && head.message !== '' && (stackClass === inner || stackClass === '' || stackClass === 'Error');
  const whole = named ? head.message : cut;
  const brace = whole.indexOf(' { [cause]: ');
  return {
    errorClass: named ? inner : stackClass,
    message: (brace < 0 ? whole : whole.slice(0, brace)).trim(),
    printed: brace < 0 ? '' : whole.slice(brace + 1),
  };
}

/** Node prints an error without frames in brackets, its properties behind them. */
function withoutBrackets(head: string): string {
  if (!/^\[[A-Za-z_$][\w$.]{0,127}(?: \[\w{1,64}\])?: /.test(head)) return head;
  const properties = head.indexOf('] {\n');
  if (properties > 0) return head.slice(1, properties);
  return head.endsWith(']') ? head.slice(1, -1) : head;
}

function splitAt(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
