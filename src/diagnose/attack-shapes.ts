import { isJsonObject, type Json } from '../core/json.ts';
import type { AttackKind, AttackShape } from './attacks/attack-kind.ts';
import { COMMANDS } from './attacks/commands.ts';
import { isHostileXml } from './attacks/entities.ts';
import { FORMULAS, HEADERS, INNER_SERVICES, PROTOTYPES, SERIALISED_FUNCTIONS, TEMPLATES } from './attacks/expressions.ts';
import { holdsLookup } from './attacks/lookups.ts';
import { isMetadataAddress } from './attacks/metadata-address.ts';
import { PATHS } from './attacks/paths.ts';
import { holdsSentence } from './attacks/prose.ts';
import { SCRIPTS } from './attacks/scripts.ts';
import { DIRECTORY_FILTERS, STATEMENTS, WRITTEN_OPERATORS } from './attacks/statements.ts';

/**
 * Shapes that admit one reading only. A quote, an operator or a word alone is none of them: heights (5' or 6'), names
 * of firms (dog & cat), book titles and paths to a neighbouring folder look like that.
 */
const SHAPES: readonly AttackShape[] = [PATHS, SCRIPTS, STATEMENTS, WRITTEN_OPERATORS, COMMANDS, DIRECTORY_FILTERS, TEMPLATES, FORMULAS, HEADERS, SERIALISED_FUNCTIONS, INNER_SERVICES, PROTOTYPES];
/** Characters of a text that are looked at. */
const SAMPLE = 8 * 1024;
/** How often a text may be percent-encoded. */
const MOST_DECODED = 2;

/** Operators of document databases with which a query finds everything, by the values with which it does (CWE-943). */
const MATCHES_ALL: Readonly<Record<string, (value: Json) => boolean>> = {
  $ne: isNothing,
  $gt: isNothing,
  $gte: isNothing,
  $nin: (value) => Array.isArray(value) && value.length === 0,
  $exists: (value) => value === true,
  $regex: (value) => typeof value === 'string' && /^\^?(?:\.[*+])?\$?$/.test(value),
  $where: (value) => typeof value === 'string',
};
/** Operators that guess a secret bit by bit; no producer sends them in place of one. */
const GUESSES = new Set(['$ne', '$gt', '$gte', '$lt', '$lte', '$regex', '$nin', '$in', '$where', '$exists', '$not']);

/** The kind of attack that a text is, `undefined` for any text that may be meant as data or that tells about attacks. */
export function attackShapeOf(text: string): AttackKind | undefined {
  const sample = text.slice(0, SAMPLE);
  for (const form of formsOf(sample)) {
    const kind = kindOf(form);
    if (kind !== undefined) return holdsSentence(kind.rest) ? undefined : kind.kind;
  }
  return undefined;
}

/** True where the operator with this value makes a query find everything. */
export function findsEverything(operator: string, value: Json): boolean {
  return Object.hasOwn(MATCHES_ALL, operator) && MATCHES_ALL[operator]?.(value) === true;
}

/** True where an object is an operator that finds everything, or one that guesses at a secret. */
export function isOperator(value: Json, isSecret: boolean): boolean {
  return isJsonObject(value) && Object.entries(value).some(([name, content]) => findsEverything(name, content) || (isSecret && GUESSES.has(name)));
}

/** The attack in a text, and the text around it. */
function kindOf(text: string): { readonly kind: AttackKind; readonly rest: string } | undefined {
  if (isMetadataAddress(text)) return { kind: 'address', rest: '' };
  if (isHostileXml(text)) return { kind: 'entity', rest: '' };
  if (holdsLookup(text)) return { kind: 'lookup', rest: text };
  for (const { kind, patterns } of SHAPES) {
    for (const pattern of patterns) {
      const found = pattern.exec(text);
      if (found !== null) return { kind, rest: `${text.slice(0, found.index)} | ${text.slice(found.index + found[0].length)}` };
    }
  }
  return undefined;
}

/** The text, and what it is once percent-encoding is taken off. */
function formsOf(text: string): readonly string[] {
  const forms = [text];
  for (let form = text; forms.length <= MOST_DECODED && form.includes('%'); ) {
    form = form.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    if (form === forms.at(-1)) break;
    forms.push(form);
  }
  return forms;
}

function isNothing(value: Json): boolean {
  return value === null || value === '';
}
