import type { FailureText } from '../failure-text.ts';
import { POSTGRES_MESSAGES } from './postgres-messages.ts';
import { knownDetails, type Recognition } from './recogniser.ts';
import { withoutStatement } from './without-statement.ts';

/** Classes under which drivers and mappers throw a server error whose message is the server's own. */
const CLASSES = new Set(['error', 'DatabaseError', 'PostgresError', 'QueryFailedError', 'SequelizeDatabaseError', 'SequelizeUniqueConstraintError', 'SequelizeForeignKeyConstraintError', 'DriverException']);
const DRIVER_FRAMES = ['/node_modules/pg-protocol/', '/node_modules/pg/', '/node_modules/pg-pool/', '/node_modules/postgres/', '/pg-protocol/', '/pglite/'];
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** PostgreSQL through pg, postgres.js, PGlite or a mapper that passes the server's message on. */
export function recognisePostgres(text: FailureText): Recognition | undefined {
  const { printed, errorClass } = text;
  const message = withoutStatement(text.message, POSTGRES_MESSAGES);
  const printedCode = printed.properties.get('code');
  const fromServer = printedCode !== undefined && SQLSTATE.test(printedCode) && (printed.properties.has('severity') || CLASSES.has(errorClass));
  const fromDriver = CLASSES.has(errorClass) || text.frames.slice(0, 8).some((frame) => DRIVER_FRAMES.some((part) => frame.includes(part)));
  const code = fromServer ? printedCode : fromDriver ? POSTGRES_MESSAGES.find(([pattern]) => pattern.test(message))?.[1] : undefined;
  return code === undefined ? undefined : { library: 'postgres', code, details: readDetails({ ...text, message }) };
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
    type: said(message, /^invalid input syntax for (?:type )?([a-z ]{1,40})/) ?? (message.startsWith('invalid input value for enum ') ? 'enum' : message.startsWith('date/time field value out of range: ') ? 'date' : undefined),
    refused: said(message, /^(?:invalid input (?:syntax for (?:type )?[a-z ]{1,40}|value for enum [\w."]{1,130})|date\/time field value out of range): "(.{0,500})"$/s),
    encoding: said(message, /has no equivalent in encoding "([^"]{1,32})"$/),
    deleting: message.startsWith('update or delete on table ') ? 'yes' : undefined,
    bytes: said(message, /^(?:invalid byte sequence for encoding "[^"]{1,32}": |character with byte sequence )((?:0x[0-9a-f]{2} ?){1,6})/),
  });
}

function said(message: string, pattern: RegExp): string | undefined {
  return pattern.exec(message)?.[1];
}
