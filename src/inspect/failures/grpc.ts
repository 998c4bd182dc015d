import type { FailureText } from '../failure-text.ts';
import { readWait } from './retry-after.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

const HEAD = /^(\d{1,2}) ([A-Z_]{2,20}): ?/;
const NAMES = `OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED
  OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED`.split(/\s+/);
/** The call did not leave the worker. */
const CONNECTING = /^(?:No connection established|Name resolution failed|failed to connect to all addresses|Failed to connect|connect (?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH)|getaddrinfo |Connect Failed|DNS resolution failed|empty address list)/i;
/** INTERNAL, UNKNOWN and CANCELLED are bugs, unless the transport says that it lost the stream. */
const TRANSPORT = /\b(?:GOAWAY|RST_STREAM|ECONNRESET|EPIPE|socket hang up|Stream (?:removed|closed)|Connection (?:closed|dropped|reset)|TCP Read failed|transport is closing|Session closed|nghttp2|ETIMEDOUT)\b/i;
/** Google's clients sum their own attempts up. */
const TOTAL = /^Total timeout of API \S{1,200} exceeded \d{1,9} milliseconds/;
/** Limits of one message, which no waiting lifts. */
const SIZE = /(?:larger than max|message (?:is )?too large|exceeds maximum)/i;

/** gRPC: `14 UNAVAILABLE: Connection dropped`. The code is the name; INTERNAL and its like become TRANSPORT where the connection was lost. */
export function recogniseGrpc(text: FailureText): Recognition | undefined {
  const head = HEAD.exec(text.message);
  const name = head?.[2];
  if (TOTAL.test(text.message)) return { library: 'grpc', code: 'DEADLINE_EXCEEDED', details: { phase: 'exchange' } };
  if (head === null || name === undefined || NAMES[Number(head[1])] !== name) return undefined;
  const said = text.message.slice(head[0].length);
  const retryAfterMilliseconds = readWait(text);
  return { library: 'grpc', code: codeOf(name, said), details: knownDetails({ phase: CONNECTING.test(said) ? 'connect' : 'exchange' }), ...(retryAfterMilliseconds === undefined ? {} : { retryAfterMilliseconds }) };
}

function codeOf(name: string, said: string): string {
  if ((name === 'INTERNAL' || name === 'UNKNOWN' || name === 'CANCELLED') && TRANSPORT.test(said)) return 'TRANSPORT';
  return name === 'RESOURCE_EXHAUSTED' && SIZE.test(said) ? 'MESSAGE_TOO_LARGE' : name;
}
