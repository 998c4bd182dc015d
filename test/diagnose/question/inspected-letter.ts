import { systemClock } from '../../../src/core/clock.ts';
import { DEFAULT_POLICY } from '../../../src/core/policy.ts';
import type { InspectedLetter } from '../../../src/core/inspected-letter.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { readJobTypes } from '../../../src/config/job-types.ts';
import { inspect } from '../../../src/inspect/inspect.ts';

/** What a test says of a letter; the rest is ordinary. */
export interface Sketch {
  readonly name?: string;
  readonly schema?: JsonObject;
  readonly payload?: Json;
  readonly reason?: string;
  readonly stack?: string;
}

/** A letter as it goes through inspect. */
export async function inspectedLetter({ name = 'save-line', schema, payload = {}, reason = 'refused', stack = 'Error: refused\n    at handle (/app/src/jobs/save.js:18:5)' }: Sketch): Promise<InspectedLetter> {
  const jobTypeOf = await readJobTypes([{ name: 'lines', jobs: { '*': schema === undefined ? {} : { schema } } }], DEFAULT_POLICY, systemClock);
  const raw = {
    queue: 'lines', broker: 'memory', messageId: '1', epoch: '1', name, body: new TextEncoder().encode(JSON.stringify(payload)), headers: {},
    failure: { reason, stack: [stack], at: new Date(0) }, attempts: 5, enqueuedAt: new Date(0),
  };
  const [letter] = await inspect([{ raw, round: 0, jobType: jobTypeOf('lines', name) }]);
  if (letter === undefined) throw new Error('no letter was inspected');
  return letter;
}
