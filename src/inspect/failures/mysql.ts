import type { FailureText } from '../failure-text.ts';
import { framesHold } from './frames-hold.ts';
import { MYSQL_ERRNOS, MYSQL_MESSAGES, MYSQL_SENTENCES } from './mysql-messages.ts';
import { knownDetails, type Recognition } from './recogniser.ts';
import { withoutStatement } from './without-statement.ts';

const DRIVER_FRAMES = ['/node_modules/mysql2/', '/node_modules/mysql/', '/node_modules/mariadb/', '/typeorm/driver/mysql/', '/sequelize/lib/dialects/mysql/', '/sequelize/lib/dialects/mariadb/'];
/** Classes under which drivers and mappers throw a server error whose message is the server's own. */
const CLASSES = new Set(['SqlError', 'QueryFailedError', 'SequelizeDatabaseError', 'SequelizeForeignKeyConstraintError', 'DriverException', 'MysqlError']);
const CODE = /^(?:ER_[A-Z0-9_]{2,60}|PROTOCOL_[A-Z_]{2,60}|WARN_DATA_TRUNCATED)$/;
/** The older driver puts the code before the message, and Knex the statement before both. */
const PREFIX = /^(ER_[A-Z0-9_]{2,60}|PROTOCOL_[A-Z_]{2,60}|WARN_DATA_TRUNCATED): /;
/** MariaDB's connector: `(conn:5, no: 1062, SQLState: 23000) Duplicate entry ...`, then a line with the statement. */
const CONNECTOR = /^\(conn[=:]-?\d{1,12}, no: (\d{1,5}), SQLState: [0-9A-Z]{5}\) /;

/** MySQL and MariaDB through mysql2, mysql or mariadb, also behind Knex, TypeORM and Sequelize. */
export function recogniseMysql(text: FailureText): Recognition | undefined {
  const { properties } = text.printed;
  const { message, errno, prefix } = ownWords(text.message);
  const printed = properties.get('code') ?? '';
  const number = errno ?? (properties.has('sqlMessage') ? properties.get('errno') : undefined);
  const stated = CODE.test(printed) ? printed : (prefix ?? MYSQL_ERRNOS[number ?? '']);
  const code = stated ?? (number !== undefined || isServers(text, message) ? MYSQL_MESSAGES.find(([pattern]) => pattern.test(message))?.[1] : undefined);
  return code === undefined ? undefined : { library: 'mysql', code, details: readMysqlDetails(message) };
}

/** True where class, frames or the sentence itself show that the server said it. */
function isServers(text: FailureText, message: string): boolean {
  return CLASSES.has(text.errorClass) || framesHold(text, DRIVER_FRAMES) || MYSQL_SENTENCES.some((pattern) => pattern.test(message));
}

/** The server's own words, without what drivers and Knex put around them. */
function ownWords(text: string): { readonly message: string; readonly errno?: string; readonly prefix?: string } {
  const connector = CONNECTOR.exec(text);
  if (connector !== null) {
    const statement = text.indexOf('\nsql: ');
    return { message: text.slice(connector[0].length, statement < 0 ? undefined : statement), ...(connector[1] !== undefined && { errno: connector[1] }) };
  }
  const coded = text.lastIndexOf(' - ER_');
  const message = coded >= 0 ? text.slice(coded + 3) : withoutStatement(text, MYSQL_MESSAGES);
  const prefix = PREFIX.exec(message);
  return { message: prefix === null ? message : message.slice(prefix[0].length), ...(prefix?.[1] !== undefined && { prefix: prefix[1] }) };
}

/** What a server message names. */
function readMysqlDetails(message: string): Record<string, string> {
  return knownDetails({
    column: said(message, AT_ROW) ?? said(message, NO_VALUE),
    bytes: said(message, /^Incorrect string value: '((?:\\x[0-9A-F]{2}){1,8})/),
    ...keyDetails(message),
    ...parentDetails(message),
    ...valueDetails(message),
  });
}

const AT_ROW = /for column (?:`[^`]{1,64}`\.){0,2}['`]([^'`]{1,64})['`] at row \d{1,9}$/;
const NO_VALUE = /^(?:Column|Field) '([^']{1,64})' (?:cannot be null|doesn't have a default value)/;

function keyDetails(message: string): Record<string, string | undefined> {
  const [, keyValue, constraint] = /^Duplicate entry '(.{0,500})' for key '([^']{1,200})'/s.exec(message) ?? [];
  if (constraint === undefined) return {};
  const dot = constraint.indexOf('.');
  return { keyValue, constraint, table: dot < 0 ? undefined : constraint.slice(0, dot) };
}

function parentDetails(message: string): Record<string, string | undefined> {
  const [, table, constraint, keyColumns] =
    /^Cannot add or update a child row: a foreign key constraint fails \(`[^`]{1,64}`\.`([^`]{1,64})`, CONSTRAINT `([^`]{1,64})` FOREIGN KEY \(`([^`]{1,64})`\)/.exec(message) ?? [];
  return table === undefined ? {} : { table, constraint, keyColumns };
}

function valueDetails(message: string): Record<string, string | undefined> {
  const [, type, refused] = /^Incorrect ([a-z]{1,20}) value: '(.{0,500})' for column /s.exec(message) ?? [];
  return type === undefined || type === 'string' ? {} : { type, refused };
}

function said(message: string, pattern: RegExp): string | undefined {
  return pattern.exec(message)?.[1];
}
