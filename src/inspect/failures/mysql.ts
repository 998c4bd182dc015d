import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

const DRIVER_FRAMES = ['/node_modules/mysql2/', '/node_modules/mysql/', '/node_modules/mariadb/'];
const CODE = /^(?:ER_[A-Z0-9_]{2,60}|PROTOCOL_[A-Z_]{2,60})$/;
/** The older driver puts the code before the message, and Knex the statement before both. */
const PREFIX = /^(ER_[A-Z0-9_]{2,60}|PROTOCOL_[A-Z_]{2,60}): /;

/** Server messages by how they begin, for stacks whose code was not kept. */
const MESSAGES: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^Incorrect string value: '/, 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD'],
  [/^Incorrect [a-z]{1,20} value: '/, 'ER_TRUNCATED_WRONG_VALUE'],
  [/^Data too long for column '/, 'ER_DATA_TOO_LONG'],
  [/^Duplicate entry '/, 'ER_DUP_ENTRY'],
  [/^Lock wait timeout exceeded/, 'ER_LOCK_WAIT_TIMEOUT'],
  [/^Deadlock found when trying to get lock/, 'ER_LOCK_DEADLOCK'],
  [/^Connection lost: The server closed the connection/, 'PROTOCOL_CONNECTION_LOST'],
  [/^Can't add new command when connection is in closed state/, 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR'],
  [/^Too many connections/, 'ER_CON_COUNT_ERROR'],
  [/^Access denied for user /, 'ER_ACCESS_DENIED_ERROR'],
  [/^Unknown column '/, 'ER_BAD_FIELD_ERROR'],
  [/^Table '[^']{1,200}' doesn't exist/, 'ER_NO_SUCH_TABLE'],
  [/^Out of range value for column '/, 'ER_WARN_DATA_OUT_OF_RANGE'],
  [/^Column '[^']{1,200}' cannot be null/, 'ER_BAD_NULL_ERROR'],
  [/^Cannot add or update a child row: a foreign key constraint fails/, 'ER_NO_REFERENCED_ROW_2'],
];

/** MySQL and MariaDB through mysql2, mysql or mariadb, also behind Knex. */
export function recogniseMysql(text: FailureText): Recognition | undefined {
  const printed = text.printed.properties.get('code') ?? '';
  const statement = text.message.lastIndexOf(' - ER_');
  const message = statement < 0 ? text.message : text.message.slice(statement + 3);
  const prefix = PREFIX.exec(message);
  const own = prefix === null ? message : message.slice(prefix[0].length);
  const fromDriver = text.frames.slice(0, 8).some((frame) => DRIVER_FRAMES.some((part) => frame.includes(part)));
  const code = CODE.test(printed) ? printed : prefix?.[1] ?? (fromDriver ? MESSAGES.find(([pattern]) => pattern.test(own))?.[1] : undefined);
  return code === undefined ? undefined : { library: 'mysql', code, details: readDetails(own) };
}

function readDetails(message: string): Record<string, string> {
  const duplicate = /^Duplicate entry '(.{0,500})' for key '([^']{1,200})'/s.exec(message);
  return knownDetails({
    column: /for column (?:`[^`]{1,64}`\.){0,2}['`]([^'`]{1,64})['`] at row \d{1,9}$/.exec(message)?.[1],
    constraint: duplicate?.[2],
    keyValue: duplicate?.[1],
    bytes: /^Incorrect string value: '((?:\\x[0-9A-F]{2}){1,8})/.exec(message)?.[1],
  });
}
