import type { Diagnosis, RefusedText, RefusedValue } from '../core/diagnosis.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import { lossOnRewriting } from './faithful-text.ts';
import { narrowedBy } from './refused-value.ts';
import type { Subject } from './subject.ts';

/** A letter that a repair can work on, or why it can't. */
export type ReadSubject = { readonly kind: 'fit'; readonly subject: Subject; readonly refusedText: RefusedText | undefined } | { readonly kind: 'unfit'; readonly why: string };

/** Made once: making a decoder costs more than decoding a usual body. */
const UTF_8 = new TextDecoder();

/** Takes from a letter what a repair works on. Only what is broken, readable and can be written anew without loss is fit. */
export async function readSubject({ letter, jobType, schemaCheck }: InspectedLetter, diagnosis: Diagnosis): Promise<ReadSubject> {
  const { payload, body } = letter;
  const { schema } = jobType;
  const job = { queue: letter.queue, name: letter.name };
  if (schema === undefined) return { kind: 'unfit', why: 'the job type has no schema, which would have the last word' };
  if (payload === undefined) return { kind: 'unfit', why: 'the body is not JSON' };
  const loss = lossOnRewriting(UTF_8.decode(body), payload);
  if (loss !== undefined) return { kind: 'unfit', why: `the body can not be written anew: ${loss}` };

  if (schemaCheck.kind === 'invalid') {
    return { kind: 'fit', subject: { payload, issues: schemaCheck.issues, schema, jobType, job }, refusedText: undefined };
  }
  if (schemaCheck.kind === 'failed') return { kind: 'unfit', why: schemaCheck.problem };
  if (schemaCheck.kind === 'unchecked') return { kind: 'unfit', why: schemaCheck.why };
  if (diagnosis.refusedValue !== undefined) return await narrowedSubject({ payload, issues: [], schema, jobType }, diagnosis.refusedValue);
  if (diagnosis.refusedText === undefined) return { kind: 'unfit', why: 'the payload is valid as it is' };
  return { kind: 'fit', subject: { payload, issues: [], schema, jobType, job }, refusedText: diagnosis.refusedText };
}

/** The letter under a schema that also refuses what the store refused. */
async function narrowedSubject(subject: Subject, refused: RefusedValue): Promise<ReadSubject> {
  const schema = narrowedBy(subject.schema, subject.payload, refused);
  if (schema === undefined) return { kind: 'unfit', why: `nothing documents which values the store takes at ${refused.pointer}` };
  const validation = await schema.validate(subject.payload);
  if (validation.valid) return { kind: 'unfit', why: `what stands at ${refused.pointer} already has the form that the store wants` };
  return { kind: 'fit', subject: { ...subject, schema, issues: validation.issues }, refusedText: undefined };
}
