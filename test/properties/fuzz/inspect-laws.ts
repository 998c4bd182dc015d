import assert from 'node:assert/strict';
import fc from 'fast-check';

import type { InspectedLetter } from '../../../src/core/inspected-letter.ts';
import { DEFAULT_POLICY } from '../../../src/core/policy.ts';
import { diagnose } from '../../../src/diagnose/diagnose.ts';
import { isSafeToRepeat } from '../../../src/diagnose/outage.ts';
import { inspect, type InspectRequest } from '../../../src/inspect/inspect.ts';
import { mask } from '../../../src/inspect/mask.ts';
import { parseFailure } from '../../../src/inspect/parse-failure.ts';
import { request, text } from '../failures.ts';
import { property, type Property } from './property.ts';

const AT = new Date(0);
const context = { policy: DEFAULT_POLICY, now: AT, askFulfilment: async () => new Map() };

async function inspectedOf(asked: InspectRequest): Promise<InspectedLetter> {
  const [letter] = await inspect([asked]);
  assert(letter !== undefined);
  return letter;
}

async function isDecidedWithinBounds(asked: InspectRequest): Promise<void> {
  const letter = await inspectedOf(asked);
  const { failure, signatures, schemaCheck, jobType } = letter;
  assert.match(signatures.failure, /^s\d+:[0-9a-f]{20}$/);
  assert.match(signatures.shape, /^s\d+:[0-9a-f]{20}$/);
  assert(failure.message.length <= 4096 && failure.template.length <= 4096 && failure.ownFrames.length <= 5 && failure.causes.length <= 8, 'the failure is not bounded');
  assert.deepEqual((await inspectedOf(asked)).signatures, signatures, 'the same letter is signed in two ways');
  const [diagnosis] = await diagnose([letter], context);
  assert(diagnosis !== undefined && diagnosis.evidence.length > 0, 'nothing was said of the letter');
  if (diagnosis.cause !== 'transient') return;
  assert(schemaCheck.kind === 'valid' || schemaCheck.kind === 'unchecked', 'a payload that its schema refuses is tried again');
  assert(letter.letter.payload !== undefined, 'an unreadable payload is tried again');
  const attempts = [failure, ...(failure.earlier ?? [])];
  assert(jobType.effects !== 'external' || attempts.every(isSafeToRepeat), 'what may have acted outside is tried again');
}

function isMaskedAlike(message: string): void {
  const masked = mask(message);
  assert(masked.length <= 1024, 'the template is not bounded');
  assert.equal(mask(message), masked);
}

/** What holds of reading failures and of deciding. */
export const INSPECT_LAWS: readonly Property[] = [
  property({ name: 'decide', share: 12, cases: request, check: isDecidedWithinBounds }),
  property({ name: 'parse', share: 8, cases: fc.tuple(text, text), check: ([reason, stack]) => { assert(parseFailure({ reason, stack: [stack], at: AT }).message.length <= 4096); } }),
  property({ name: 'mask', share: 5, cases: text, check: isMaskedAlike }),
];
