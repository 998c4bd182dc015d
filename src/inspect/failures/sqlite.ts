import type { FailureText } from '../failure-text.ts';
import { framesHold } from './frames-hold.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

const CODE = /^SQLITE_[A-Z_]{2,40}$/;
const CLASSES = new Set(['SqliteError', 'QueryFailedError', 'LibsqlError', 'SequelizeDatabaseError', 'SequelizeTimeoutError']);
const FRAMES = ['/node_modules/better-sqlite3/', '/node_modules/sqlite3/', '/node_modules/@libsql/', '/typeorm/driver/better-sqlite3/', '/typeorm/driver/sqlite/', '(node:sqlite'];
const PREFIX = /^(SQLITE_[A-Z_]{2,40}): (?:sqlite error: |sqlite3 result code \d{1,6}: )?/;
const MESSAGES: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^database (?:table |schema )?is locked/, 'SQLITE_BUSY'],
  [/^UNIQUE constraint failed: /, 'SQLITE_CONSTRAINT_UNIQUE'],
  [/^FOREIGN KEY constraint failed/, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  [/^NOT NULL constraint failed: /, 'SQLITE_CONSTRAINT_NOTNULL'],
  [/^CHECK constraint failed: /, 'SQLITE_CONSTRAINT_CHECK'],
  [/^database or disk is full/, 'SQLITE_FULL'],
  [/^attempt to write a readonly database/, 'SQLITE_READONLY'],
  [/^no such (?:table|column): /, 'SQLITE_NO_SUCH'],
];

const PLACES = /^(UNIQUE|NOT NULL) constraint failed: ((?:\w{1,64}\.\w{1,64}(?:, )?){1,8})$/;

/** SQLite through better-sqlite3, sqlite3, libSQL or node itself. The words say more than the code, which may be the general one. */
export function recogniseSqlite(text: FailureText): Recognition | undefined {
  const prefix = PREFIX.exec(text.message);
  const message = prefix === null ? text.message : text.message.slice(prefix[0].length);
  const printed = [text.printed.properties.get('code'), prefix?.[1]].find((code) => code !== undefined && CODE.test(code));
  const byDriver = printed !== undefined || CLASSES.has(text.errorClass) || framesHold(text, FRAMES);
  const said = byDriver ? MESSAGES.find(([pattern]) => pattern.test(message))?.[1] : undefined;
  const code = printed === 'SQLITE_CONSTRAINT_PRIMARYKEY' ? printed : (said ?? printed);
  return code === undefined ? undefined : { library: 'sqlite', code, details: readDetails(message) };
}

/** `UNIQUE constraint failed: grants.tenant, grants.grant_id`. */
function readDetails(message: string): Record<string, string> {
  const [, kind, listed = ''] = PLACES.exec(message) ?? [];
  const places = listed.split(', ').map((place) => place.split('.'));
  const columns = places.map(([, column = '']) => column).join(', ');
  return kind === undefined ? {} : knownDetails({ table: places[0]?.[0], [kind === 'UNIQUE' ? 'keyColumns' : 'column']: columns });
}
