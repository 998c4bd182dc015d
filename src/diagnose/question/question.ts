import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { sha256 } from '../../core/hash.ts';
import type { Json } from '../../core/json.ts';
import { pointerSegments, valueAt, type Pointer } from '../../core/json-pointer.ts';
import { MAX_SAMPLES, type ReaderLanguage } from '../../core/model-answer.ts';
import type { SchemaIssue } from '../../core/payload-schema.ts';
import type { ModelQuestion } from '../../model/contract.ts';
import { aliasesFor, type Aliases } from './aliases.ts';
import { schemaExcerpt } from './excerpt.ts';
import { schemaKeys } from './known-keys.ts';
import { ownWords, safeText, type IsOwnWord } from './safe-text.ts';
import { similarity } from './similarity.ts';
import { sketch } from './sketch.ts';
import { systemText, type OfferedOperation } from './system-text.ts';

/** Names the wording: answers to another one are asked for again. */
export const PROMPT_VERSION = 'p1';

/** What a question may tell, and how it is to be answered. */
export interface QuestionOptions {
  readonly language: ReaderLanguage;
  readonly operations: readonly OfferedOperation[];
  /** True for names of jobs that the user configured; others are data. */
  readonly isKnownName: (name: string) => boolean;
  /** A value that the user allows to be shown, redacted; `undefined` for all others. */
  readonly shown: (letter: InspectedLetter, pointer: Pointer) => Json | undefined;
}

/** A question, and what the aliases in it stand for. */
export interface AskedQuestion {
  readonly question: ModelQuestion;
  readonly aliases: ReadonlyMap<string, string>;
}

const TEMPLATE = 400;
const FRAMES = 5;
const FRAME = 120;
const ISSUES = 20;
const EXPECTED = 200;
const SHOWN = 200;
const LONGEST = 16_000;

/**
 * Asks about letters of one kind by their shape: no value, no key that the schema does not know, and of the error's own text
 * only plain words. The same letters give the same question, byte for byte. `undefined` where there is no letter.
 */
export function questionFor(letters: readonly InspectedLetter[], options: QuestionOptions): AskedQuestion | undefined {
  const samples = letters.slice(0, MAX_SAMPLES);
  const [first] = samples;
  if (first === undefined) return undefined;
  const schema = first.jobType.schema?.jsonSchema;
  const keys = schemaKeys(schema);
  const aliases = aliasesFor(samples.map(({ letter }) => letter.payload), (key) => keys.has(key));
  const { name, queue } = first.letter;
  const knowsName = options.isKnownName(name);
  const isOwn = ownWords(knowsName ? [...keys, name] : keys);
  const issues = first.schemaCheck.kind === 'invalid' ? first.schemaCheck.issues.slice(0, ISSUES) : [];
  const sections = [
    ['job', knowsName ? name : 'a job whose name is not configured'],
    ...failureSections(first, isOwn),
    ['schema issues', issues.length === 0 ? stateOf(first) : lines(issues.map((issue) => issueLine(issue, aliases, keys)))],
    ['values at these places, one sketch a letter', lines(places(issues).map((place) => `${aliases.toldPath(place)}: ${sketches(samples, place, aliases)}`))],
    ['keys that the schema does not know', lines(aliases.places.map((place) => unknownLine(place, samples, issues, aliases)))],
    ['values that may be shown', shownLines(samples, issues, aliases, options)],
    ['schema', schemaExcerpt(schema, issues.map(({ pointer }) => pointer))],
  ].filter(([, text]) => text !== '');
  const prompt = sections.map(([title, text]) => `## ${title}\n${text}`).join('\n\n').slice(0, LONGEST);
  const operations = options.operations.map((operation) => operation.name);
  return {
    question: { signature: first.signatures.shape, queue, promptVersion: PROMPT_VERSION, system: systemText(options.operations, options.language), prompt, operations },
    aliases: aliases.keys,
  };
}

function failureSections({ failure }: InspectedLetter, isOwn: IsOwnWord): [string, string][] {
  const { errorClass, code, httpStatus, template, ownFrames, causes } = failure;
  const safe = (text: string, longest: number): string => safeText(text, isOwn, longest);
  const kinds = [safe(errorClass, 80), code === undefined ? '' : `code ${safe(code.replaceAll('_', ' '), 60)}`, httpStatus === undefined ? '' : `status ${httpStatus}`, ...causes.slice(0, 3).map((cause) => `caused by ${safe(cause.errorClass, 80)}`)];
  return [
    ['error', kinds.filter((part) => part !== '').join(', ')],
    ['message', safe(template, TEMPLATE)],
    ['frames', lines(ownFrames.slice(0, FRAMES).map((frame) => safe(frame.replace('@', ' | '), FRAME)))],
  ];
}

function stateOf({ schemaCheck }: InspectedLetter): string {
  return schemaCheck.kind === 'valid' ? 'none: the payload passes its schema' : 'the payload could not be checked';
}

function places(issues: readonly SchemaIssue[]): readonly Pointer[] {
  return [...new Set(issues.map(({ pointer }) => pointer))];
}

function issueLine({ pointer, code, expected, received }: SchemaIssue, aliases: Aliases, keys: ReadonlySet<string>): string {
  const wanted = code === 'unknown-key' || keys.size === 0 ? '' : `, wanted ${expected.slice(0, EXPECTED)}`;
  return `${aliases.toldPath(pointer)}: ${code}${wanted}, found ${received}`;
}

function sketches(samples: readonly InspectedLetter[], place: Pointer, { told }: Aliases): string {
  return samples.map(({ letter }) => sketch(valueAt(letter.payload, place), told)).join(' | ');
}

/** How alike it is to each member that is missing tells which of them it may be meant as. */
function unknownLine(place: Pointer, samples: readonly InspectedLetter[], issues: readonly SchemaIssue[], aliases: Aliases): string {
  const key = pointerSegments(place).at(-1) ?? '';
  const missing = issues.filter(({ code }) => code === 'missing').map(({ pointer }) => pointer);
  const alike = missing.map((pointer) => `${aliases.toldPath(pointer)} ${similarity(key, pointerSegments(pointer).at(-1) ?? '').toFixed(2)}`);
  return `${aliases.toldPath(place)}: ${sketches(samples, place, aliases)}${alike.length === 0 ? '' : `; similarity to ${alike.join(', ')}`}`;
}

/** Marked off by what nobody who wrote a payload can know. */
function shownLines(samples: readonly InspectedLetter[], issues: readonly SchemaIssue[], aliases: Aliases, { shown }: QuestionOptions): string {
  const mark = `data ${sha256('shown', samples[0]?.signatures.shape ?? '', samples[0]?.letter.id ?? '').slice(0, 16)}`;
  const values = samples.flatMap((sample) =>
    [...places(issues), ...aliases.places].flatMap((place) => {
      const value = shown(sample, place);
      return value === undefined ? [] : [`${aliases.toldPath(place)}: <${mark}>${JSON.stringify(value).slice(0, SHOWN)}</${mark}>`];
    }),
  );
  return lines(values.slice(0, ISSUES));
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `- ${text}`).join('\n');
}
