import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

const FRAMES = ['/node_modules/tedious/', '/node_modules/mssql/', '/node_modules/msnodesqlv8/'];
const MESSAGES: readonly (readonly [pattern: RegExp, code: string, phase?: 'connect'])[] = [
  [/^Transaction \(Process ID \d{1,9}\) was deadlocked on [^\n]{1,80} resources with another process and has been chosen as the deadlock victim/, 'MSSQL_DEADLOCK'],
  [/^Lock request time out period exceeded/, 'MSSQL_LOCK_TIMEOUT'],
  [/^Snapshot isolation transaction aborted due to update conflict/, 'MSSQL_DEADLOCK'],
  [/^Violation of (?:PRIMARY KEY|UNIQUE KEY) constraint '/, 'MSSQL_DUPLICATE'],
  [/^Cannot insert duplicate key row in object '/, 'MSSQL_DUPLICATE'],
  [/^The (?:INSERT|MERGE) statement conflicted with the FOREIGN KEY constraint "/, 'MSSQL_FOREIGN_KEY'],
  [/^Login failed for user '/, 'ELOGIN'],
  [/^Failed to connect to \S{1,200} in \d{1,9}ms/, 'ETIMEDOUT', 'connect'],
  [/^Timeout: Request failed to complete in \d{1,9}ms/, 'ETIMEDOUT'],
  [/^Database '[^']{1,128}' on server '[^']{1,128}' is not currently available\. /, 'MSSQL_UNAVAILABLE'],
  [/^Invalid (?:object|column) name '/, 'MSSQL_NO_SUCH'],
];

/** Microsoft SQL Server through tedious or mssql. */
export function recogniseMssql({ errorClass, message, frames, printed: { properties } }: FailureText): Recognition | undefined {
  const byDriver = errorClass === 'RequestError' || errorClass === 'ConnectionError' || errorClass === 'QueryFailedError' || frames.slice(0, 8).some((frame) => FRAMES.some((part) => frame.includes(part)));
  const said = byDriver || properties.get('code') === 'EREQUEST' ? MESSAGES.find(([pattern]) => pattern.test(message)) : undefined;
  if (said === undefined) return undefined;
  const duplicate = /^Violation of (PRIMARY|UNIQUE) KEY constraint '([^']{1,128})'\. Cannot insert duplicate key in object '(?:\w{1,64}\.)?([^']{1,128})'\. The duplicate key value is \((.{0,500})\)\.?$/s.exec(message);
  return {
    library: 'mssql',
    code: said[1],
    details: knownDetails({ phase: said[2], table: duplicate?.[3], constraint: duplicate?.[1] === 'PRIMARY' ? 'PRIMARY' : duplicate?.[2], keyValue: duplicate?.[4] }),
  };
}
