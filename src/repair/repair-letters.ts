import type { Diagnosis, Evidence } from '../core/diagnosis.ts';
import { isMendqError } from '../core/errors.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import type { Json } from '../core/json.ts';
import type { Operation } from '../core/operation.ts';
import type { Remedy } from '../core/remedy.ts';
import type { Signature } from '../core/signature.ts';
import { issueEvidence } from './describe.ts';
import { proposePlans, type Proposed } from './propose-plans.ts';
import { prove } from './prove.ts';
import { readSubject } from './read-subject.ts';

/** One letter that is to be repaired, with what is known of its death. */
export interface RepairRequest {
  readonly letter: InspectedLetter;
  readonly diagnosis: Diagnosis;
}

/** A repair with its proofs, or why there is none. */
export type RepairResult =
  | {
      readonly kind: 'repaired';
      readonly operations: readonly Operation[];
      readonly payload: Json;
      /** The payload as JSON text in UTF-8, keys in their original order. */
      readonly body: Uint8Array;
      /** Names of the proofs, in the order in which they ran. */
      readonly proofs: readonly string[];
    }
  | { readonly kind: 'abstained'; readonly why: string; readonly evidence: readonly Evidence[] };

/** What a batch of repairs may use. */
export interface RepairContext {
  /** Remedies by the signature (F1) of their letters. Revoked ones are not used. */
  readonly remedies: ReadonlyMap<Signature, Remedy>;
}

/**
 * Repairs letters, each by the safest plan that is proved for it. A remedy of the letter's kind is tried first, then the
 * plan of an earlier letter of its kind, then a new search. Results stand at the index of their request.
 *
 * A letter whose payload is valid is not touched, and a letter with two acceptable readings is not repaired. A validator
 * that throws or hangs makes its letter abstain, never the batch. Calling it twice gives the same results.
 */
export async function repair(requests: readonly RepairRequest[], context: RepairContext): Promise<readonly RepairResult[]> {
  const plans = new Map<Signature, readonly Operation[]>();
  const results: RepairResult[] = [];
  for (const request of requests) {
    const result = await repairOne(request, context.remedies, plans);
    if (result.kind === 'repaired') plans.set(request.letter.signatures.shape, result.operations);
    results.push(result);
  }
  return results;
}

type Plans = ReadonlyMap<Signature, readonly Operation[]>;

async function repairOne(request: RepairRequest, remedies: RepairContext['remedies'], plans: Plans): Promise<RepairResult> {
  try {
    return await planAndProve(request, remedies, plans);
  } catch (error) {
    if (isMendqError(error) && error.code === 'MENDQ_E_SCHEMA_THREW') return abstained(error.message, request);
    // Recursion over a payload ends here where it is nested more deeply than the machine can follow.
    if (error instanceof RangeError) return abstained('the payload is nested too deeply', request);
    throw error;
  }
}

async function planAndProve(request: RepairRequest, remedies: RepairContext['remedies'], plans: Plans): Promise<RepairResult> {
  const { letter, diagnosis } = request;
  const read = await readSubject(letter, diagnosis);
  if (read.kind === 'unfit') return abstained(read.why, request);
  const { subject, refusedText } = read;
  const { shape } = letter.signatures;
  const refusals: string[] = [];
  for await (const proposed of proposePlans({ subject, failure: letter.failure, refusedText, remedy: remedies.get(shape), earlier: plans.get(shape) })) {
    const result = await proven(proposed, refusedText !== undefined);
    if (result.kind === 'repaired') return result;
    refusals.push(result.why);
  }
  return abstained(refusals.at(-1) ?? 'no plan was found', request);
}

function abstained(why: string, { letter: { schemaCheck }, diagnosis }: RepairRequest): RepairResult {
  return { kind: 'abstained', why, evidence: schemaCheck.kind === 'invalid' ? issueEvidence(schemaCheck.issues, diagnosis) : [] };
}

type Proven = Extract<RepairResult, { readonly kind: 'repaired' }> | { readonly kind: 'refused'; readonly why: string };

async function proven(proposed: Proposed, textRefused: boolean): Promise<Proven> {
  if (proposed.kind === 'abstained') return { kind: 'refused', why: proposed.why };
  const { operations, subject, before } = proposed;
  const proof = await prove({ before, operations, after: subject, textRefused });
  if (proof.kind === 'refuted') return { kind: 'refused', why: proof.why };
  return { kind: 'repaired', operations, payload: subject.payload, body: proof.body, proofs: proof.proofs };
}
