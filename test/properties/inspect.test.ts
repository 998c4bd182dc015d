import fc from 'fast-check';
import { expect, it } from 'vitest';
import { letterIdOf } from '../../src/core/dead-letter.ts';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import { isSafeToRepeat } from '../../src/diagnose/outage.ts';
import { inspect, type InspectRequest } from '../../src/inspect/inspect.ts';
import { request } from './failures.ts';

const context = { policy: { ...DEFAULT_POLICY, errors: { Error: 'transient' } as const }, now: new Date(0) };

it('inspects and diagnoses any letter, each at its index, within bounds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 3 }), async (requests) => {
      const letters = await inspect(requests);
      expect(letters.map(({ letter }) => letter.id)).toEqual(requests.map((asked) => letterIdOf(asked.raw)));
      for (const { failure, signatures } of letters) {
        expect(signatures.failure).toMatch(/^s\d+:[0-9a-f]{20}$/);
        expect(signatures.shape).toMatch(/^s\d+:[0-9a-f]{20}$/);
        expect(failure.message.length).toBeLessThanOrEqual(4096);
        expect(failure.ownFrames.length).toBeLessThanOrEqual(5);
      }
      const diagnoses = await diagnose(letters, { ...context, askFulfilment: async () => new Map() });
      expect(diagnoses.map(({ evidence }) => evidence.length > 0)).toEqual(letters.map(() => true));
    }),
    { numRuns: 2000 },
  );
});

it('signs the same letter the same way each time', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const [[first], [second]] = await Promise.all([inspect([asked]), inspect([structuredCloneOf(asked)])]);
      expect(second?.signatures).toEqual(first?.signatures);
    }),
    { numRuns: 300 },
  );
});

it('never retries what its schema refuses, and never what may have acted outside', async () => {
  let retried = 0;
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const [letter] = await inspect([asked]);
      if (letter === undefined) throw new Error('inspect returned nothing');
      const [diagnosis] = await diagnose([letter], { policy: DEFAULT_POLICY, now: context.now, askFulfilment: async () => new Map() });
      if (diagnosis?.cause !== 'transient') return;
      retried += 1;
      expect(['valid', 'unchecked']).toContain(letter.schemaCheck.kind);
      expect(letter.letter.payload).not.toBeUndefined();
      const attempts = [letter.failure, ...(letter.failure.earlier ?? [])];
      expect(letter.jobType.effects !== 'external' || attempts.every(isSafeToRepeat)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(retried).toBeGreaterThan(0);
});

function structuredCloneOf(asked: InspectRequest): InspectRequest {
  return { ...asked, raw: structuredClone(asked.raw) };
}
