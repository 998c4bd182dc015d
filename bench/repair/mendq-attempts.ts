import type { Diagnosis } from '../../src/core/diagnosis.ts';
import type { Json } from '../../src/core/json.ts';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import { inspect, type InspectRequest } from '../../src/inspect/inspect.ts';
import { repair } from '../../src/repair/repair.ts';
import type { BrokenLetter } from './broken-letter.ts';

/** What mendq made of a message, and in its own words why not. */
export interface MendqAttempt {
  readonly payload: Json | undefined;
  readonly why: string;
}

const AT = new Date(Date.UTC(2026, 2, 4));
const UTF_8 = new TextEncoder();

/** Decides a batch as a pass does: inspect, diagnose, and repair what is malformed. Attempts stand at the index of their letter. */
export async function mendqAttempts(letters: readonly BrokenLetter[]): Promise<readonly MendqAttempt[]> {
  const inspected = await inspect(letters.map(toRequest));
  const diagnoses = await diagnose(inspected, { policy: DEFAULT_POLICY, now: AT, askFulfilment: async () => new Map() });
  const malformed = inspected.flatMap((letter, index) => {
    const diagnosis = diagnoses[index];
    return diagnosis?.cause === 'malformed' ? [{ letter, diagnosis, index }] : [];
  });
  const results = await repair(malformed, { remedies: new Map() });
  const attempts = diagnoses.map(({ cause, why }: Diagnosis): MendqAttempt => ({ payload: undefined, why: `${cause}: ${why}` }));
  for (const [position, { index }] of malformed.entries()) {
    const result = results[position];
    // What is sent is the body, so that the body is what counts.
    if (result?.kind === 'repaired') attempts[index] = { payload: JSON.parse(new TextDecoder().decode(result.body)) as Json, why: result.operations.map(({ name }) => name).join(', ') };
    else if (result !== undefined) attempts[index] = { payload: undefined, why: result.why };
  }
  return attempts;
}

function toRequest({ text, house, failure: { reason, stack } }: BrokenLetter, index: number): InspectRequest {
  const raw = {
    queue: 'bench', messageId: String(index), epoch: '1', broker: 'bullmq', name: 'bench', body: UTF_8.encode(text), headers: {},
    failure: { reason, stack: [stack], at: AT }, attempts: 3, enqueuedAt: AT,
  };
  return { raw, round: 0, jobType: house.jobType };
}
