import { sha256 } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import { generalise } from '../core/json-pointer.ts';
import type { ParsedFailure } from '../core/failure.ts';
import type { SchemaCheck } from '../core/inspected-letter.ts';
import type { SchemaIssue } from '../core/payload-schema.ts';
import type { Signature, Signatures } from '../core/signature.ts';

/** Changes whenever anything that flows into a signature changes, the templates included. */
const VERSION = 's2';
const DIGITS = 20;
/** Issues that flow into a shape; a payload with more kinds of disagreement than this is one kind of wreck. */
const MAX_ISSUES = 64;

/** What a letter's signatures are made of. */
export interface Signed {
  readonly name: string;
  readonly failure: ParsedFailure;
  readonly schemaCheck: SchemaCheck;
  readonly payload: Json | undefined;
}

/** Signs a letter: F0 from its failure, F1 from F0 and its schema issues. Without issues both keys are the same. */
export function sign({ name, failure, schemaCheck, payload }: Signed): Signatures {
  const exact = signature([name, failure.errorClass, failure.code ?? '', failure.template, ...failure.ownFrames]);
  if (schemaCheck.kind !== 'invalid') return { failure: exact, shape: exact };
  return { failure: exact, shape: signature([exact, ...issueLines(schemaCheck.issues, payload)]) };
}

/** Signatures that were made before: letters of one kind are made of the same parts. */
const known = new Map<string, Signature>();

/** Most kinds that are remembered, and the most characters of what one of them is made of. */
const MOST_KNOWN = 2000;
const MOST_CHARACTERS = 4096;

function signature(parts: readonly string[]): Signature {
  const text = parts.join('\0');
  const before = known.get(text);
  if (before !== undefined) return before;
  const made: Signature = `${VERSION}:${sha256(VERSION, text).slice(0, DIGITS)}`;
  if (known.size < MOST_KNOWN && text.length <= MOST_CHARACTERS) known.set(text, made);
  return made;
}

/** One line a kind of issue: the same complaint about ten array elements is one. */
function issueLines(issues: readonly SchemaIssue[], payload: Json | undefined): string[] {
  const lines = new Set<string>();
  for (const issue of issues) {
    lines.add([generalise(payload, issue.pointer), issue.code, issue.expected, issue.received].join(' '));
    if (lines.size === MAX_ISSUES) break;
  }
  return [...lines].toSorted();
}
