import { expect, test } from 'vitest';

import { knownTruth } from '../../src/actions/known-truth.ts';
import type { LetterState } from '../../src/core/outcome.ts';
import type { Plan } from '../../src/core/plan.ts';
import { letterRecord, rawLetter } from '../fixtures/records.ts';

const { decision: made } = letterRecord(rawLetter({}));
const RETRY: Plan = { verdict: 'retry', operations: [], attempts: 'full', proofs: [] };
const REPAIR: Plan = { ...RETRY, verdict: 'repair', body: Buffer.from('{"a":1}') };
const byPerson = (plan: Plan): Plan => ({ ...plan, order: { by: 'anna@desk', scope: 'letter' } });

const truthOf = (state: LetterState, plan: Plan) => knownTruth({ state, ...(made === undefined ? {} : { decision: { ...made, plan } }) });

test.each<[LetterState, Plan, object]>([
  ['healed', RETRY, { verdict: 'retry' }],
  ['healed', REPAIR, { verdict: 'repair', repairedPayload: { a: 1 } }],
  ['healed', byPerson(REPAIR), { verdict: 'repair', repairedPayload: { a: 1 }, why: expect.stringContaining('a person') as string }],
  ['settled', RETRY, { verdict: 'settle' }],
  ['discarded', { ...RETRY, verdict: 'discard' }, { verdict: 'discard', why: 'mendq discarded it' }],
  ['discarded', byPerson({ ...RETRY, verdict: 'discard' }), { verdict: 'discard', why: 'a person discarded it' }],
  ['replayed', byPerson(RETRY), { verdict: 'retry', why: 'a person ordered it' }],
  ['presumed', byPerson(REPAIR), { verdict: 'repair', repairedPayload: { a: 1 } }],
])('of a letter that is %s the record tells what was right (%#)', (state, plan, truth) => {
  expect(truthOf(state, plan)).toMatchObject(truth);
});

test.each<LetterState>(['seen', 'planned', 'claimed', 'intent', 'replayed', 'presumed', 'returned', 'escalated', 'parked', 'superseded'])('of a letter that mendq itself brought to %s nobody knows', (state) => {
  expect(truthOf(state, RETRY)).toBeUndefined();
});

test.each<LetterState>(['returned', 'superseded', 'escalated', 'parked'])('what a person ordered is no truth where the letter is %s', (state) => {
  expect(truthOf(state, byPerson(REPAIR))).toBeUndefined();
});

test('a repair without its payload tells nothing', () => {
  expect(truthOf('healed', { ...RETRY, verdict: 'repair' })).toBeUndefined();
  expect(truthOf('healed', { ...REPAIR, body: Buffer.from('{') })).toBeUndefined();
});

test('an undecided letter that is gone tells nothing', () => {
  expect(knownTruth({ state: 'healed' })).toBeUndefined();
});
