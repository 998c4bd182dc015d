import { isJsonObject, parseJson, type Json, type JsonObject } from './json.ts';
import { MAX_EVIDENCE, MAX_PROGRAMS, MODEL_VERDICTS, type ModelAnswer, type ModelVerdict, type ProposedOperation, type ProposedProgram } from './model-answer.ts';
import { MAX_OPERATIONS } from './operation.ts';

/** An answer of this many characters is not one: the largest that the form allows is far smaller. */
const MAX_ANSWER_LENGTH = 64_000;
const MAX_EVIDENCE_LENGTH = 300;
const MAX_EXPLANATION_LENGTH = 1000;
/** Of a path or an argument. */
const MAX_POINTER_LENGTH = 500;

const ANSWER_MEMBERS = ['evidence', 'explanation', 'verdict', 'programs'];
const OPERATION_MEMBERS = ['operation', 'path', 'argument'];
const FENCE = /^[ \t]*```[ \t]*(?:json)?[ \t]*$/im;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Control characters would move the cursor of a terminal, and a database refuses U+0000. */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/**
 * Reads what a model wrote, fenced or not. An answer of another form is a problem, in words for a person that hold nothing
 * of it. A program with an unknown operation, an unknown member or one over its bounds is dropped, those after the third too;
 * texts for people are cut. Never throws.
 */
export function readAnswer(text: string, operations: readonly string[]): ModelAnswer | { readonly problem: string } {
  if (text.length > MAX_ANSWER_LENGTH) return { problem: `it has more than ${MAX_ANSWER_LENGTH} characters` };
  const answer = parsed(text);
  if (!isJsonObject(answer)) return { problem: 'it is no JSON object' };
  if (!hasExactly(answer, ANSWER_MEMBERS)) return { problem: 'its members are not those of the form' };
  const { evidence, explanation, verdict, programs } = answer;
  if (!Array.isArray(evidence) || !evidence.every((piece) => typeof piece === 'string')) return { problem: 'its evidence is no list of texts' };
  if (typeof explanation !== 'string') return { problem: 'its explanation is no text' };
  if (!isVerdict(verdict)) return { problem: 'its verdict is none of the form' };
  if (!Array.isArray(programs)) return { problem: 'its programs are no list' };
  return {
    evidence: evidence.slice(0, MAX_EVIDENCE).map((piece) => printable(piece, MAX_EVIDENCE_LENGTH)),
    explanation: printable(explanation, MAX_EXPLANATION_LENGTH),
    verdict,
    programs: programs.slice(0, MAX_PROGRAMS).flatMap((program) => readProgram(program, new Set(operations)) ?? []),
  };
}

/** The JSON of a text, else that of the only fenced block in it. */
function parsed(text: string): Json | undefined {
  const bare = parseJson(text);
  if (bare !== undefined) return bare;
  const [, fenced, , ...more] = text.split(new RegExp(FENCE, 'gim'));
  return fenced === undefined || more.length > 0 ? undefined : parseJson(fenced);
}

function readProgram(program: Json, known: ReadonlySet<string>): ProposedProgram | undefined {
  if (!isJsonObject(program) || !hasExactly(program, ['operations'])) return undefined;
  const { operations } = program;
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS) return undefined;
  const read = operations.flatMap((operation) => readOperation(operation, known) ?? []);
  return read.length === operations.length ? { operations: read } : undefined;
}

function readOperation(proposed: Json, known: ReadonlySet<string>): ProposedOperation | undefined {
  if (!isJsonObject(proposed) || !hasExactly(proposed, OPERATION_MEMBERS)) return undefined;
  const { operation, path, argument } = proposed;
  if (typeof operation !== 'string' || !known.has(operation) || !isPointer(path)) return undefined;
  if (argument !== null && !isPointer(argument)) return undefined;
  return { operation, path, argument };
}

function isPointer(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length <= MAX_POINTER_LENGTH && !LONE_SURROGATE.test(value) && !value.includes('\u0000');
}

function isVerdict(value: Json | undefined): value is ModelVerdict {
  return MODEL_VERDICTS.some((verdict) => verdict === value);
}

function hasExactly(value: JsonObject, members: readonly string[]): boolean {
  return Object.keys(value).length === members.length && members.every((member) => Object.hasOwn(value, member));
}

function printable(text: string, length: number): string {
  const plain = text.replaceAll(UNPRINTABLE, ' ').trim();
  return (plain.length > length ? `${plain.slice(0, length - 1)}…` : plain).replaceAll(new RegExp(LONE_SURROGATE, 'gu'), '\ufffd');
}
