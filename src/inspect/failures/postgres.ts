import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** Classes under which drivers and mappers throw a server error whose message is the server's own. */
const CLASSES = new Set(['error', 'DatabaseError', 'PostgresError', 'QueryFailedError', 'SequelizeDatabaseError']);
const DRIVER_FRAMES = ['/node_modules/pg-protocol/', '/node_modules/pg/', '/node_modules/pg-pool/', '/node_modules/postgres/', '/pg-protocol/', '/pglite/'];
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Server messages by how they begin, for stacks whose code was not kept. From the server's English texts; a server
 * with another `lc_messages` is decided by code only.
 */
const MESSAGES: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^duplicate key value violates unique constraint "/, '23505'],
  [/^insert or update on table "[^"]{1,63}" violates foreign key constraint "/, '23503'],
  [/^null value in column "/, '23502'],
  [/^(?:new row for relation|value for domain) "?[^"]{1,63}"? violates check constraint "/, '23514'],
  [/^value too long for type character/, '22001'],
  [/^invalid byte sequence for encoding "/, '22021'],
  [/^unsupported Unicode escape sequence/, '22P05'],
  [/^character with byte sequence (?:0x[0-9a-f]{2} ){1,6}in encoding "[^"]{1,32}" has no equivalent in encoding "/, '22P05'],
  [/^invalid input (?:syntax for type|value for enum) /, '22P02'],
  [/^could not serialize access due to /, '40001'],
  [/^deadlock detected/, '40P01'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^canceling statement due to (?:statement timeout|user request)/, '57014'],
  [/^terminating connection due to administrator command/, '57P01'],
  [/^the database system is (?:starting up|shutting down|in recovery mode|not yet accepting connections)/, '57P03'],
  [/^(?:sorry, too many clients already|remaining connection slots are reserved)/, '53300'],
  [/^permission denied for /, '42501'],
  [/^password authentication failed for user "/, '28P01'],
  [/^column .{1,200} does not exist/, '42703'],
  [/^relation "[^"]{1,200}" does not exist/, '42P01'],
  [/^database "[^"]{1,63}" does not exist/, '3D000'],
  [/^(?:numeric field overflow|value "[^"]{0,64}" is out of range for type )/, '22003'],
  // The client's own words, given the code that the server would use for the same event.
  [/^Connection terminated(?: unexpectedly)?$/, '08006'],
  [/^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/, '08001'],
];

/** PostgreSQL through pg, postgres.js, PGlite or a mapper that passes the server's message on. */
export function recognisePostgres(text: FailureText): Recognition | undefined {
  const { message, printed, errorClass } = text;
  const printedCode = printed.properties.get('code');
  const fromServer = printedCode !== undefined && SQLSTATE.test(printedCode) && (printed.properties.has('severity') || CLASSES.has(errorClass));
  const fromDriver = CLASSES.has(errorClass) || text.frames.slice(0, 8).some((frame) => DRIVER_FRAMES.some((part) => frame.includes(part)));
  const code = fromServer ? printedCode : fromDriver ? MESSAGES.find(([pattern]) => pattern.test(message))?.[1] : undefined;
  return code === undefined ? undefined : { library: 'postgres', code, details: readDetails(text) };
}

function readDetails({ message, printed: { properties } }: FailureText): Record<string, string> {
  const key = /^Key \((.{1,200})\)=\((.{0,500})\) (?:already exists|is not present)/s.exec(properties.get('detail') ?? '');
  return knownDetails({
    constraint: properties.get('constraint') ?? said(message, /constraint "([^"]{1,128})"/),
    table: properties.get('table') ?? said(message, /(?:relation|on table) "([^"]{1,128})"/),
    column: properties.get('column') ?? said(message, /column "([^"]{1,128})"/),
    keyColumns: key?.[1],
    keyValue: key?.[2],
    limit: said(message, /^value too long for type character(?: varying)?\((\d{1,9})\)/),
    type: said(message, /^invalid input syntax for type ([a-z ]{1,40})/),
    bytes: said(message, /^(?:invalid byte sequence for encoding "[^"]{1,32}": |character with byte sequence )((?:0x[0-9a-f]{2} ?){1,6})/),
  });
}

function said(message: string, pattern: RegExp): string | undefined {
  return pattern.exec(message)?.[1];
}
