import type { ParsedFailure } from '../../core/failure.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject } from '../../core/json.ts';
import { maySettle } from '../may-settle.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

const CREATES = new Set('add create declare enrol enroll ensure make open provision register'.split(' '));
/** Errors whose only meaning is that a thing of this name is there. SQS's `QueueNameExists` says that it is another one. */
const CODES = new Set('ALREADY_EXISTS AlreadyExistsException EntityAlreadyExists EntityAlreadyExistsException ResourceAlreadyExistsException ResourceInUseException'.split(' '));
/** S3 says so of a bucket that the same account made. */
const OWNED = 'BucketAlreadyOwnedByYou';
/** `device dv-70 already exists`: the whole message, so that nothing behind it can change what it says. */
const EXISTS = /^(?:\d{1,2} ALREADY_EXISTS: )?(?:the |a |an )?([A-Za-z][A-Za-z ]{0,40} )?['"`]?([\w./:@-]{1,256}?)['"`]? already exists[.!]?$/i;
const EXISTING = /^([A-Za-z]{2,30}) already exists: ['"`]?([\w./:@-]{1,256}?)['"`]?\.?$/i;
/** Kubernetes: `deployments.apps "web-7" already exists`. */
const CLUSTER = /^([a-z]{2,40})(?:\.[a-z0-9.-]{1,120})? "([\w.-]{1,253})" already exists$/;
const ENDS_NAME = new Set('id key name no number ref reference uuid'.split(' '));
const TYPED = new Set('account client contact customer email member organisation organization person profile tenant user username'.split(' '));
const CIRCUMSTANCES = new Set('at by comment correlation locale reason requested source time timestamp trace'.split(' '));

const DEVICE = { name: 'register-device', queue: 'registry', payload: { deviceRef: 'dv-70' }, attempts: 2, effects: 'external' } as const;
const THERE = 'Error: 6 ALREADY_EXISTS: device dv-70 already exists';
const BUCKET = { ...DEVICE, name: 'create-bucket', payload: { bucket: 'bk-1' } } as const;
const BUCKET_OWNED = 'BucketAlreadyOwnedByYou: Your previous request to create the named bucket succeeded and you already own it.';

/** What the job creates is there already, under the letter's own name. */
export const ownObjectExists: Rule = {
  name: 'own-object-exists',
  why: 'Who wants a thing to be there and hears that it is has what they want, where the letter asks for nothing but the thing: with further properties, or under a name that people type in, it may be another one\'s. An earlier attempt must have been there to make it, and the answer must name it whole.',
  source: 'gRPC status codes (ALREADY_EXISTS); Kubernetes API conventions (AlreadyExists); Amazon S3 error codes (BucketAlreadyOwnedByYou), DynamoDB (ResourceInUseException), IAM (EntityAlreadyExists).',
  examples: {
    for: [
      { ...DEVICE, shows: 'a device', stack: THERE, cause: 'already-done' },
      { ...DEVICE, shows: 'a resource by its path', name: 'create-topic', payload: { topic: 't-1' }, stack: 'Error: 6 ALREADY_EXISTS: Topic projects/p-1/topics/t-1 already exists', cause: 'already-done' },
      { ...DEVICE, shows: 'a table', name: 'create-table', payload: { tableName: 'orders-7' }, stack: 'ResourceInUseException: Table already exists: orders-7', cause: 'already-done' },
      { ...BUCKET, shows: 'a bucket of one\'s own', stack: BUCKET_OWNED, cause: 'already-done' },
      { ...DEVICE, shows: 'a deployment of a cluster', name: 'create-deployment', payload: { deploymentName: 'web-7' }, stack: 'HttpError: deployments.apps "web-7" already exists\n    at x (/app/node_modules/@kubernetes/client-node/dist/gen/api/appsV1Api.js:1:1) {\n  statusCode: 409\n}', cause: 'already-done' },
    ],
    against: [
      { ...DEVICE, shows: 'another device', stack: THERE.replace('dv-70', 'dv-71') },
      { ...DEVICE, shows: 'a device whose name only begins alike', stack: THERE.replace('dv-70', 'dv-701') },
      { ...DEVICE, shows: 'a text that was cut', stack: 'Error: 6 ALREADY_EXISTS: device dv-70 alr' },
      { ...DEVICE, shows: 'a device of somebody else', stack: `${THERE} in account ac-9` },
      { ...DEVICE, shows: 'something else of this name', stack: THERE.replace('device', 'owner of device') },
      { ...DEVICE, shows: 'a first attempt', attempts: 1, stack: THERE },
      { ...DEVICE, shows: 'a device with properties', payload: { deviceRef: 'dv-70', owner: 'u-1' }, stack: THERE },
      { ...DEVICE, shows: 'a job that renames', name: 'rename-device', stack: THERE },
      { ...DEVICE, shows: 'a job that does more', name: 'register-device-and-notify', stack: THERE },
      { ...DEVICE, shows: 'a name that people type in', name: 'create-user', payload: { userName: 'nora' }, stack: 'Error: 6 ALREADY_EXISTS: user nora already exists' },
      { ...DEVICE, shows: 'a business database that says no', stack: THERE, fulfilment: 'no' },
      { ...DEVICE, shows: 'the words of the application', stack: 'Error: device dv-70 already exists' },
      { ...DEVICE, shows: 'a payload that the schema refuses', stack: THERE, refused: [['/deviceRef', 'pattern']] },
      { ...DEVICE, shows: 'a table that is being deleted', name: 'create-table', payload: { tableName: 'orders-7' }, stack: 'ResourceInUseException: Table is being deleted: orders-7' },
      { ...BUCKET, shows: 'a bucket of somebody else', stack: 'BucketAlreadyExists: The requested bucket name is not available.' },
      { ...BUCKET, shows: 'a queue with other properties', name: 'create-queue', payload: { queueName: 'bk-1' }, stack: 'QueueNameExists: A queue already exists with the same name and a different value for attribute DelaySeconds' },
    ],
  },
  match(letter, context) {
    const { failure } = letter;
    if (letter.letter.attempts < 2 || !maySettle(letter, context)) return undefined;
    const own = ownName(letter);
    if (own === undefined || !saysOf(failure, own)) return undefined;
    return {
      cause: 'already-done',
      rule: 'own-object-exists',
      why: 'The other side says that what the job creates is there already, under the very name that the letter gives, and the letter asks for nothing else.',
      evidence: [failureFact(failure), { source: 'payload', fact: 'the object that the failure names is the one in the payload' }],
      confidence: 'certain',
    };
  },
};

interface OwnName {
  readonly noun: string;
  readonly value: string;
}

/** The one thing that the payload names, where it is what the name of the job creates. */
function ownName({ letter }: InspectedLetter): OwnName | undefined {
  const [verb = '', ...thing] = wordsOf(letter.name);
  if (!CREATES.has(verb) || !isJsonObject(letter.payload)) return undefined;
  const members = Object.entries(letter.payload).filter(([key]) => !wordsOf(key).some((word) => CIRCUMSTANCES.has(word)));
  const [key = '', value] = members[0] ?? [];
  if (members.length !== 1 || typeof value !== 'string' || value.length < 2) return undefined;
  return isNameOf(wordsOf(key), thing) ? { noun: thing.join(''), value } : undefined;
}

/** A name that people type in may be taken by another one of them; an id may not. */
function isNameOf(words: readonly string[], thing: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  const stem = (ENDS_NAME.has(last) ? words.slice(0, -1) : words).join('');
  if (stem !== '' && stem !== thing.join('')) return false;
  return !TYPED.has(thing.at(-1) ?? '') || (last !== 'name' && ENDS_NAME.has(last));
}

function saysOf(failure: ParsedFailure, own: OwnName): boolean {
  if (failure.errorClass === OWNED || failure.code === OWNED) return own.noun.endsWith('bucket');
  const [, said = '', name = ''] = existingIn(failure) ?? [];
  const noun = said.toLowerCase().replace(/ with(?: the)? (?:id|name|ref)(?= ?$)/, '').replaceAll(/[^a-z]/g, '');
  return ['', 'resource', own.noun, `${own.noun}s`].includes(noun) && (name === own.value || isPathOf(name, own));
}

function existingIn({ code = '', errorClass, httpStatus, message }: ParsedFailure): RegExpExecArray | null {
  const cluster = httpStatus === 409 ? CLUSTER.exec(message) : null;
  if (cluster !== null) return cluster;
  return CODES.has(code) || CODES.has(errorClass) ? (EXISTS.exec(message) ?? EXISTING.exec(message)) : null;
}

/** `projects/p-1/topics/t-1` is the topic `t-1`. */
function isPathOf(name: string, { noun, value }: OwnName): boolean {
  const [collection = '', last = ''] = name.split('/').slice(-2);
  return last === value && collection.toLowerCase() === `${noun}s`;
}
