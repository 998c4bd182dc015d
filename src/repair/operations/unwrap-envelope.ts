import { lossOnRewriting } from '../faithful-text.ts';
import { envelopeBody, isInEnvelope } from '../envelope.ts';
import type { OperationKind } from './operation-kind.ts';

/** A whole payload that is still in the envelope of its transport (SNS, CloudEvents, EventBridge) becomes the body, where the schema is that of the body. */
export const unwrapEnvelope: OperationKind = {
  name: 'unwrap-envelope',
  class: 'lossless',
  opens: true,
  // It answers all issues at once, and is planned by what the payload is.
  guard: { codes: [], received: ['object'] },
  propose: () => [],
  act: ({ pointer, subject }) => {
    const body = pointer === '' && isInEnvelope(subject) ? envelopeBody(subject.payload) : undefined;
    return body === undefined || isLossy(subject.payload) ? undefined : { kind: 'set', pointer: '', value: body };
  },
};

function isLossy(payload: Parameters<typeof envelopeBody>[0]): boolean {
  const text = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload['Message'] : undefined;
  return typeof text === 'string' && lossOnRewriting(text, envelopeBody(payload) ?? null) !== undefined;
}
