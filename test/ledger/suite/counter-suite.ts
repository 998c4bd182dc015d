import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LetterState } from '../../../src/core/outcome.ts';
import type { GroupRecord, Ledger, LetterRecord } from '../../../src/ledger/contract.ts';
import { at, deadAgain, entry, event, lease, move, QUEUE, raw } from '../build.ts';
import { letterIdOf } from '../../../src/core/dead-letter.ts';
import { clear, type LedgerOf } from './opened-ledger.ts';

const GROUPS = ['s1:a', 's1:b', 's1:c'];
const MESSAGES = ['1', '2', '3', '4'];
const IN_FLIGHT: readonly LetterState[] = ['claimed', 'intent', 'replayed'];
const STATES: readonly LetterState[] = ['planned', 'claimed', 'intent', 'replayed', 'healed', 'presumed', 'returned', 'settled', 'escalated', 'parked'];

const deaths = fc.array(fc.record({ message: fc.constantFrom(...MESSAGES), round: fc.integer({ min: 0, max: 3 }) }), { minLength: 1, maxLength: 4 });
const group = fc.constantFrom(...GROUPS);
const seconds = fc.integer({ min: 0, max: 120 });

/** One call of the ledger, as plain data. */
const steps = fc.oneof(
  fc.record({ call: fc.constant('record' as const), deaths }),
  fc.record({ call: fc.constant('decide' as const), deaths, group, key: fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined }), state: fc.constantFrom('planned', 'planned', 'planned', 'escalated', 'parked'), seconds }),
  fc.record({ call: fc.constant('take' as const), owner: fc.constantFrom('ann', 'bob'), seconds }),
  fc.record({ call: fc.constant('claim' as const), owner: fc.constantFrom('ann', 'bob'), allowance: fc.integer({ min: 0, max: 3 }), deaths }),
  fc.record({ call: fc.constant('transition' as const), deaths, from: fc.subarray([...STATES], { minLength: 1 }), to: fc.constantFrom(...STATES) }),
  fc.record({ call: fc.constant('openBreaker' as const), group }),
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

export function counterSuite(opened: LedgerOf): void {
  describe('any sequence of calls', () => {
    test('leaves counters equal to a recount, keys in flight once, and chains whole', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 25 }), async (sequence) => {
          await clear(opened());
          const { ledger } = opened();
          const everDecided = new Set<string>();
          for (const step of sequence) await run(ledger, step, everDecided);
          const records = await ledger.list({ limit: 1000 });
          expect(countersOf(await ledger.groups())).toEqual(recount(records, everDecided));
          const keys = records.filter(({ state }) => IN_FLIGHT.includes(state)).flatMap(({ decision }) => decision?.idempotencyKey ?? []);
          expect(keys).toEqual([...new Set(keys)]);
          expect((await ledger.verify()).broken).toEqual([]);
        }),
        { numRuns: opened().runs },
      );
    });
  });
}

async function run(ledger: Ledger, step: Step, everDecided: Set<string>): Promise<void> {
  const letters = 'deaths' in step ? step.deaths.map(({ message, round }) => deadAgain(raw(message), round)) : [];
  const ids = letters.map(letterIdOf);
  switch (step.call) {
    case 'record':
      await ledger.record(letters, at(0));
      return;
    case 'decide': {
      const part = { group: step.group, dueAt: at(0), state: step.state as 'planned', ...(step.key === undefined ? {} : { key: step.key }) };
      const stored = await ledger.decide(ids.map((id) => entry(id, part)), at(step.seconds));
      for (const [index, id] of ids.entries()) if (stored[index] === true) everDecided.add(`${step.group} ${id}`);
      return;
    }
    case 'take':
      await ledger.take({ queue: QUEUE, now: at(step.seconds), limit: 10, lease: lease(step.owner, at(step.seconds + 60)) });
      return;
    case 'claim':
      await ledger.claim(ids.map((id) => ({ id, allowance: step.allowance, event: event('claimed') })), QUEUE, lease(step.owner, at(200)), at(1));
      return;
    case 'transition':
      await ledger.transition(ids.map((id) => move(id, step.from, step.to)), at(1));
      return;
    case 'openBreaker':
      await ledger.openBreaker(step.group, { why: 'why', event: event() }, at(1));
  }
}

type Counters = Pick<GroupRecord, 'letters' | 'inFlight' | 'healed' | 'returned'>;

function countersOf(groups: readonly GroupRecord[]): Map<string, Counters> {
  return new Map(groups.map(({ signature, letters, inFlight, healed, returned }) => [signature, { letters, inFlight, healed, returned }]));
}

function recount(records: readonly LetterRecord[], everDecided: ReadonlySet<string>): Map<string, Counters> {
  const counted = GROUPS.map((signature): [string, Counters] => {
    const states = records.filter(({ decision }) => decision?.signatures.shape === signature).map(({ state }) => state);
    const count = (wanted: readonly LetterState[]) => states.filter((state) => wanted.includes(state)).length;
    const letters = [...everDecided].filter((decided) => decided.startsWith(`${signature} `)).length;
    return [signature, { letters, inFlight: count(IN_FLIGHT), healed: count(['healed', 'presumed']), returned: count(['returned']) }];
  });
  return new Map(counted.filter(([, { letters }]) => letters > 0));
}
