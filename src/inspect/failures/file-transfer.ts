import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

const FRAMES = /\/node_modules\/(?:ssh2|ssh2-sftp-client|basic-ftp|ftp)\//;
const WORDS: readonly (readonly [pattern: RegExp, code: string, phase: string])[] = [
  [/Timed out while waiting for handshake/, 'ETIMEDOUT', 'connect'],
  [/^Timeout \((?:control|data) socket\)/, 'ETIMEDOUT', 'exchange'],
  [/^Server sent FIN packet unexpectedly/, 'ECONNRESET', 'exchange'],
  [/^(?:No response from server|Connection lost before handshake)/, 'ECONNRESET', 'connect'],
  [/All configured authentication methods failed/, 'EAUTH', ''],
];

/** SFTP and FTP through ssh2, ssh2-sftp-client and basic-ftp. */
export function recogniseFileTransfer({ message, frames, errorClass, printed }: FailureText): Recognition | undefined {
  if (errorClass === 'FTPError') {
    const reply = printed.properties.get('code') ?? /^([45]\d\d) /.exec(message)?.[1];
    return { library: 'ftp', code: reply === '530' ? 'EAUTH' : reply === '421' ? 'FTP_NOT_NOW' : 'FTP_REFUSED' };
  }
  const known = WORDS.find(([pattern]) => pattern.test(message));
  if (known === undefined || !(known[1] === 'EAUTH' || frames.slice(0, 8).some((frame) => FRAMES.test(frame)))) return undefined;
  return { library: 'ftp', code: known[1], details: known[2] === '' ? {} : { phase: known[2] } };
}
