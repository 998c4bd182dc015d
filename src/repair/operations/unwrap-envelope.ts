import { openEnvelope } from '../open-envelope.ts';
import type { OperationKind } from './operation-kind.ts';

/**
 * The message inside of an envelope (a notification of SNS, a CloudEvent, a row of an outbox) takes the place of the
 * payload, where the schema wants it and the envelope speaks of nothing else.
 */
export const unwrapEnvelope: OperationKind = {
  name: 'unwrap-envelope',
  class: 'lossless',
  opens: true,
  // It answers all issues at once, and is planned by what the payload is.
  guard: { codes: [], received: ['object'] },
  propose: () => [],
  act: ({ pointer, subject }) => {
    const opening = pointer === '' && subject.issues.length > 0 ? openEnvelope(subject) : undefined;
    return opening?.kind === 'opened' ? { kind: 'set', pointer, value: opening.document, source: opening.source } : undefined;
  },
};
