import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { pointerSegments } from '../../core/json-pointer.ts';
import type { Rule } from '../rule.ts';

/** Bytes of a body that is only blanks; longer ones are looked at by other rules. */
const BLANK_BYTES = 64;

/** Nothing where the schema wants something, and nothing that could be filled in. */
export const emptyBody: Rule = {
  name: 'empty-body',
  why: 'A letter without content can neither be repaired nor succeed: there is nothing in it to work on.',
  source: 'Own rule. An empty object is spared where defaults of the schema or `fill` could complete it.',
  examples: {
    for: [
      { shows: 'no bytes at all', body: '', stack: 'Error: boom' },
      { shows: 'null', payload: null, refused: [['', 'type']], stack: 'Error: boom' },
      { shows: 'an empty object whose members are missing', payload: {}, refused: [['/orderId', 'missing']], stack: 'Error: boom' },
    ],
    against: [
      { shows: 'null where the schema admits it', payload: null, stack: 'Error: boom' },
      { shows: 'null where there is no schema', payload: null, schema: 'absent', stack: 'Error: boom' },
      { shows: 'no bytes where there is no schema', body: '', schema: 'absent', stack: 'Error: boom' },
      { shows: 'something, if not enough', payload: { note: 'x' }, refused: [['/orderId', 'missing']], stack: 'Error: boom' },
    ],
  },
  match(letter) {
    const found = emptiness(letter);
    if (found === undefined) return undefined;
    return {
      cause: 'hopeless',
      rule: 'empty-body',
      why: `The payload is ${found}, and its schema wants content; there is nothing to work on.`,
      evidence: [
        { source: 'payload', fact: `the payload is ${found}` },
        { source: 'schema', fact: 'the schema refuses it' },
      ],
      confidence: 'certain',
    };
  },
};

function emptiness(inspected: InspectedLetter): string | undefined {
  const { letter, jobType, schemaCheck } = inspected;
  if (letter.payload === undefined) return jobType.schema !== undefined && letter.oversize === undefined && isBlank(letter.body) ? 'empty' : undefined;
  if (schemaCheck.kind !== 'invalid') return undefined;
  if (letter.payload === null) return 'null';
  if (typeof letter.payload === 'string') return letter.payload.trim() === '' ? 'an empty text' : undefined;
  return isEmptyContainer(letter.payload) && !canBeFilled(inspected) ? 'empty' : undefined;
}

function isBlank(body: Uint8Array): boolean {
  return body.length <= BLANK_BYTES && body.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

function isEmptyContainer(payload: Json): boolean {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).length === 0;
}

function canBeFilled({ jobType, schemaCheck }: InspectedLetter): boolean {
  if (schemaCheck.kind !== 'invalid') return false;
  const properties = jobType.schema?.jsonSchema?.['properties'];
  return schemaCheck.issues.every(({ code, pointer }) => {
    const [name = ''] = pointerSegments(pointer);
    const property = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const fillable = Object.hasOwn(jobType.fill, pointer) || (isJsonObject(property) && Object.hasOwn(property, 'default'));
    return code === 'missing' && fillable;
  });
}
