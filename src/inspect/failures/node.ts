import { getSystemErrorMap } from 'node:util';
import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** Codes of the system, and those of the resolver and of older HTTP clients that node's list lacks. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  ...[...getSystemErrorMap().values()].map(([name]) => name),
  'ENOTFOUND',
  'ENODATA',
  'ESERVFAIL',
  'ESOCKETTIMEDOUT',
]);
const CODE = /^(?:ERR_[A-Z0-9_]{2,60}|CERT_[A-Z_]{2,40}|[A-Z_]{4,40}_(?:CERT|SIGNATURE)(?:_[A-Z_]{2,30})?|HPE_[A-Z_]{2,40})$/;
/** `connect ECONNREFUSED 10.0.0.7:443`, `read ECONNRESET`, `getaddrinfo ENOTFOUND db.example`. */
const CALL = /^(connect|read|write|shutdown|getaddrinfo|query[A-Za-z]{1,8}|send|listen|bind) (E[A-Z]{2,20}(?:_[A-Z]{2,20})?)(?: (\S{1,256}))?/;
/** `ENOSPC: no space left on device, write`. */
const FILE = /^(E[A-Z]{3,20}): [a-z]/;
const WORDS: readonly (readonly [start: string, code: string, phase: string])[] = [
  ['socket hang up', 'ECONNRESET', 'exchange'],
  ['Client network socket disconnected before secure TLS connection was established', 'ECONNRESET', 'connect'],
  ['Premature close', 'ERR_STREAM_PREMATURE_CLOSE', 'exchange'],
  ['Worker terminated due to reaching memory limit', 'ERR_WORKER_OUT_OF_MEMORY', ''],
];
const CONNECTING = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa']);

/** System errors of node itself: sockets, names, files. */
export function recogniseNode({ message, headCode, printed }: FailureText): Recognition | undefined {
  const call = CALL.exec(message);
  const words = WORDS.find(([start]) => message.startsWith(start));
  const code = call?.[2] ?? FILE.exec(message)?.[1] ?? printedCode(printed.properties.get('code')) ?? printedCode(headCode) ?? words?.[1];
  if (code === undefined) return undefined;
  const syscall = call?.[1] ?? printed.properties.get('syscall');
  const phase = syscall === undefined ? (words?.[2] ?? '') : CONNECTING.has(syscall) ? 'connect' : 'exchange';
  return { library: 'node', code, details: knownDetails({ syscall, phase, address: call?.[3] ?? printed.properties.get('address') }) };
}

function printedCode(code: string | undefined): string | undefined {
  return code !== undefined && (SYSTEM_CODES.has(code) || CODE.test(code)) ? code : undefined;
}
