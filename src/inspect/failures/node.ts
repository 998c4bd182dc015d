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
  ['certificate has expired', 'CERT_HAS_EXPIRED', ''],
  ['certificate is not yet valid', 'CERT_NOT_YET_VALID', ''],
  ['self-signed certificate in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN', ''],
  ['self signed certificate in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN', ''],
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', ''],
  ['self signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', ''],
  ['unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', ''],
  ['unable to get local issuer certificate', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', ''],
  ["Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID', ''],
  ['Worker terminated due to reaching memory limit', 'ERR_WORKER_OUT_OF_MEMORY', ''],
];
const CONNECTING = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa']);

/** System errors of node itself: sockets, names, files. */
export function recogniseNode(text: FailureText): Recognition | undefined {
  const call = CALL.exec(text.message);
  if (call !== null) return { library: 'node', code: call[2] ?? '', details: readDetails(text, call[1], call[3]) };
  const words = WORDS.find(([start]) => text.message.startsWith(start));
  const code = FILE.exec(text.message)?.[1] ?? printedCode(text) ?? words?.[1];
  if (code === undefined) return undefined;
  const details = readDetails(text, text.printed.properties.get('syscall'), undefined);
  return { library: 'node', code, details: words === undefined ? details : { ...knownDetails({ phase: words[2] }), ...details } };
}

function readDetails({ printed }: FailureText, syscall: string | undefined, address: string | undefined): Record<string, string> {
  const phase = syscall === undefined ? undefined : CONNECTING.has(syscall) ? 'connect' : 'exchange';
  return knownDetails({ syscall, phase, address: address ?? printed.properties.get('address') });
}

function printedCode({ printed, headCode }: FailureText): string | undefined {
  return [printed.properties.get('code'), headCode].find((code) => code !== undefined && (SYSTEM_CODES.has(code) || CODE.test(code)));
}
