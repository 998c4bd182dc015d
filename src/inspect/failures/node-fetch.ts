import type { FailureText } from '../failure-text.ts';
import { recogniseNode } from './node.ts';
import type { Recognition } from './recogniser.ts';

/** `request to URL failed, reason: connect ECONNREFUSED ...` and the same of a body that was cut short. */
const WRAPPED = /^(?:request to \S{1,2048} failed, reason: |Invalid response body while trying to fetch \S{1,2048}: )/;
const TIMEOUT = /^(?:network timeout at: \S|response timeout at \S|Response timeout while trying to fetch \S)/;

/** The packages node-fetch, minipass-fetch and make-fetch-happen: time-outs, and node's errors behind their own words. */
export function recogniseNodeFetch(text: FailureText): Recognition | undefined {
  if (TIMEOUT.test(text.message)) return { library: 'node-fetch', code: 'ETIMEDOUT', details: { phase: 'exchange' } };
  const prefix = WRAPPED.exec(text.message)?.[0];
  if (prefix === undefined) return undefined;
  const inner = recogniseNode({ ...text, message: text.message.slice(prefix.length) });
  // A body that was being read belongs to a request that was sent.
  const phase = prefix.startsWith('Invalid') ? { phase: 'exchange' } : {};
  return inner === undefined ? { library: 'node-fetch', code: 'ECONNRESET', details: { phase: 'exchange' } } : { ...inner, details: { ...inner.details, ...phase } };
}
