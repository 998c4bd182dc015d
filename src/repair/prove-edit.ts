import { isMendqError } from '../core/errors.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import { isJsonObject, jsonEqual, type Json } from '../core/json.ts';
import type { PayloadSchema, SchemaIssue } from '../core/payload-schema.ts';
import { changedProtection } from './compare-protected.ts';
import { describePlace } from './describe.ts';
import { editedPayload, type PayloadEdit } from './payload-edit.ts';
import { protectionOf } from './protect.ts';

/** Most issues of a schema that a refusal tells. */
const MOST_ISSUES = 8;

/** Deepest nesting of an edited payload; deeper ones exhaust the stack of workers. */
const DEEPEST = 1000;

/** A payload that a person has edited, with what it has to meet. */
export interface EditRequest {
  readonly letter: InspectedLetter;
  readonly edit: PayloadEdit;
  /** True where the person means to change protected values. */
  readonly changeProtected: boolean;
  /** Most bytes of a body. */
  readonly payloadBytes: number;
  /** Why the broker could not keep a body; `undefined` where it could. */
  readonly unstorable?: (body: Uint8Array) => string | undefined;
}

/** The edited payload with its proofs, or the first proof that failed and where. */
export type EditResult =
  | {
      readonly kind: 'proved';
      readonly payload: Json;
      /** The payload as JSON text in UTF-8. */
      readonly body: Uint8Array;
      readonly proofs: readonly string[];
      /** Which protected value the person changed on purpose, and why it is protected; absent where none was. */
      readonly changedProtected?: string;
    }
  /** `payload`: the edited one, where `why` may quote it. */
  | { readonly kind: 'refused'; readonly proof: string; readonly why: string; readonly hint: string; readonly payload?: Json };

type Refusal = Extract<EditResult, { readonly kind: 'refused' }>;

/**
 * Proves a person's edit like any other repair: it can be carried out, changes something, reaches no prototype, is
 * neither too deep nor too large, can be kept by the broker, is accepted by the user's own validator and leaves
 * protected values as they are, unless the person says that they mean to change them. Never rejects for a payload.
 */
export async function proveEdit(request: EditRequest): Promise<EditResult> {
  const { letter, jobType } = request.letter;
  const edited = editedPayload(request.edit, letter.payload, letter.body);
  if (edited.kind === 'unfit') return refused('edit-applies', edited.why, 'Give the whole payload, or places of it that are there.');
  const { payload } = edited;
  const shape = shapeRefusal(payload, letter.payload);
  if (shape !== undefined) return shape;
  const body = new TextEncoder().encode(JSON.stringify(payload));
  const kept = keptRefusal(body, request);
  if (kept !== undefined) return kept;
  const { schema } = jobType;
  if (schema === undefined) return refused('schema-accepts', 'the job type has no schema, which would have the last word', 'Give the job type a schema, or order a replay without a change: mendq replay.');
  const refusal = await schemaRefusal(schema, payload);
  if (refusal !== undefined) return { ...refusal, payload };
  const subject = { payload: letter.payload ?? null, issues: [], schema, jobType };
  const changedProtected = changedProtection(letter.payload, payload, { protectionOf: protectionOf(subject), moves: [] });
  if (changedProtected !== undefined && !request.changeProtected) {
    return refused('protected-equal', changedProtected, 'Leave it as it is, or say that you mean to change it: --change-protected.');
  }
  return { kind: 'proved', payload, body, proofs: proofsOf(changedProtected === undefined), ...(changedProtected === undefined ? {} : { changedProtected }) };
}

function proofsOf(protectedEqual: boolean): readonly string[] {
  const proofs = ['edit-applies', 'changes-something', 'no-prototype-key', 'depth-limit', 'size-limit', 'storable', 'schema-accepts'];
  return protectedEqual ? [...proofs, 'protected-equal'] : proofs;
}

/** What the payload may not be, looked at level by level: a hostile one is nested deeper than a call stack reaches. */
function shapeRefusal(payload: Json, before: Json | undefined): Refusal | undefined {
  let level: readonly Json[] = [payload];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return refused('depth-limit', `it is nested more than ${DEEPEST} levels deep`, 'No worker can walk it; make it flatter.');
    const key = level.map(prototypeKey).find((found) => found !== undefined);
    if (key !== undefined) return refused('no-prototype-key', `it holds the key ${key}, which reaches a prototype`, 'Leave that key out.');
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return jsonEqual(before, payload) ? refused('changes-something', 'the payload is the one that it has', 'Order a replay without a change: mendq replay.') : undefined;
}

function prototypeKey(value: Json): string | undefined {
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, '__proto__')) return '__proto__';
  const constructor = Object.hasOwn(value, 'constructor') ? value['constructor'] : undefined;
  return isJsonObject(constructor) && Object.hasOwn(constructor, 'prototype') ? 'constructor.prototype' : undefined;
}

function keptRefusal(body: Uint8Array, { payloadBytes, unstorable }: EditRequest): Refusal | undefined {
  if (body.byteLength > payloadBytes) return refused('size-limit', `it has ${body.byteLength} bytes; ${payloadBytes} are the limit`, 'Make it smaller, or raise policy.payloadBytes.');
  const why = unstorable?.(body);
  return why === undefined ? undefined : refused('storable', why, 'Leave out what the broker can not keep.');
}

async function schemaRefusal(schema: PayloadSchema, payload: Json): Promise<Refusal | undefined> {
  try {
    const validation = await schema.validate(payload);
    if (validation.valid) return undefined;
    const issues = validation.issues.slice(0, MOST_ISSUES).map(issueText).join('; ');
    return refused('schema-accepts', `the schema refuses it: ${issues}`, 'Correct these places too, or the schema.');
  } catch (error) {
    if (!isMendqError(error) || error.code !== 'MENDQ_E_SCHEMA_THREW') throw error;
    return refused('schema-accepts', error.message, error.hint ?? 'Let the validator answer instead of throwing.');
  }
}

function issueText({ pointer, code, expected, received }: SchemaIssue): string {
  return `${describePlace(pointer)}: ${code}${expected === '' ? '' : ` (wanted ${expected})`}, found ${received}`;
}

function refused(proof: string, why: string, hint: string): Refusal {
  return { kind: 'refused', proof, why, hint };
}
