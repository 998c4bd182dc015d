import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { letters } from '../../src/ledger/schema.ts';

/** What a stripped letter keeps: where it stood, when, and hashes; nothing that anybody wrote into it. */
const KEPT = [
  ...['id', 'queue', 'messageHash', 'epoch', 'broker', 'name', 'oversize', 'failedAt', 'attempts', 'enqueuedAt', 'recordedAt', 'round', 'state'],
  ...['replayId', 'replayedAt', 'outcomeAt', 'decidedAt', 'signature', 'failureSignature', 'earlierSignatures', 'keyHash', 'revision'],
  ...['intent', 'intentSequence', 'strippedAt', 'forgottenFor', 'eventSequence', 'eventHash'],
];

/** What is emptied, or replaced by a sentence of mendq's. */
const EMPTIED = ['messageId', 'body', 'headers', 'reason', 'stack', 'why', 'hold', 'dueAt', 'leaseOwner', 'leaseUntil', 'diagnosis', 'plan', 'planBody', 'idempotencyKey'];

test('for every column of a letter it is decided whether stripping keeps it', () => {
  expect(Object.keys(getTableColumns(letters)).toSorted()).toEqual([...KEPT, ...EMPTIED].toSorted());
});
