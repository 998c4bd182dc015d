import type { FailureText } from '../failure-text.ts';
import { mask } from '../mask.ts';
import { recogniseMysql } from './mysql.ts';
import { recognisePostgres } from './postgres.ts';
import { PRISMA_MESSAGES } from './prisma-messages.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

const CODE = /^P[12]\d{3}$/;
/** `Invalid `tx.passkey.deleteMany()` invocation in /app/src/x.ts:3:5`: the part behind it says what went wrong. */
const INVOCATION = /^\s{0,4}Invalid `(?:[\w$]{1,64}\.){0,3}?([\w$]{1,64})\.([\w$]{1,64})\(\)` invocation/;
/** `Raw query failed. Code: `40001`. Message: `ERROR: could not serialize access``. */
const RAW = /^Raw query failed\. Code: `([0-9A-Z]{4,5})`\. Message: `/;
/** The engine's own print of a driver's error, for what has no code of Prisma's. */
const ENGINE = /(PostgresError|MysqlError) \{ code: "?([0-9A-Z]{4,5})"?, message: "((?:[^"\\]|\\.){0,1000})"/;

/** Prisma's known errors by their code, or by their documented words where it was not kept. */
export function recognisePrisma(text: FailureText): Recognition | undefined {
  const invocation = INVOCATION.exec(text.message);
  if (!isPrismas(text, invocation !== null)) return undefined;
  const words = ownWords(text.message);
  const code = printedCode(text) ?? PRISMA_MESSAGES.find(([pattern]) => pattern.test(words))?.[1];
  if (code === undefined) return inner(text);
  const [, model, call] = invocation ?? [];
  return {
    library: 'prisma',
    code: tellingCode(code, words),
    template: mask(model === undefined ? words : `Invalid ${model}.${call} invocation: ${words}`),
    details: knownDetails({ model: text.printed.properties.get('meta.modelName') ?? modelOf(model), call, ...placesIn(words, code) }),
  };
}

function isPrismas({ errorClass }: FailureText, invoked: boolean): boolean {
  if (errorClass === 'PrismaClientValidationError') return false;
  return errorClass.startsWith('PrismaClient') || (invoked && (errorClass === '' || errorClass === 'Error'));
}

function printedCode({ printed: { properties } }: FailureText): string | undefined {
  return [properties.get('code'), properties.get('errorCode')].find((code) => code !== undefined && CODE.test(code));
}

/** A raw query's own code; and a transaction that could not begin had no connection, while one that took too long may do so each time. */
function tellingCode(code: string, words: string): string {
  if (code === 'P2028' && words.includes('Unable to start a transaction in the given time')) return 'POOL_TIMEOUT';
  const raw = code === 'P2010' ? RAW.exec(words)?.[1] : undefined;
  return raw === undefined ? code : (RAW_CODES[raw] ?? raw);
}

function placesIn(words: string, code: string): Record<string, string | undefined> {
  const fields = fieldsIn(words);
  return {
    keyColumns: fields,
    constraint: /^(?:Unique|Foreign key) constraint (?:failed|violated) on the (?:constraint|foreign key): `([^`]{1,128})`/.exec(words)?.[1],
    column: code === 'P2011' ? fields : /^The provided value for the column is too long for the column's type\. Column: ([\w$]{1,64})/.exec(words)?.[1],
  };
}

/** MySQL's numbers of what raw queries are repeated for. */
const RAW_CODES: Readonly<Record<string, string>> = { 1205: 'ER_LOCK_WAIT_TIMEOUT', 1213: 'ER_LOCK_DEADLOCK' };

/** The driver's error inside of what the engine prints. */
function inner(text: FailureText): Recognition | undefined {
  const found = text.errorClass === 'PrismaClientUnknownRequestError' ? ENGINE.exec(text.message) : null;
  if (found === null) return undefined;
  const [, driver, code = '', escaped = ''] = found;
  const message = escaped.replaceAll(/\\(.)/g, '$1');
  const properties = new Map(driver === 'PostgresError' ? [['code', code]] : [['errno', code], ['sqlMessage', message]]);
  const shown: FailureText = { ...text, errorClass: driver ?? '', message, frames: [], printed: { properties, causes: [] } };
  const recognition = driver === 'PostgresError' ? recognisePostgres(shown) : recogniseMysql(shown);
  return recognition === undefined ? undefined : { ...recognition, template: mask(message) };
}

/** The paragraph that says what went wrong: a known one, or else the last. Advice may stand behind it. */
function ownWords(message: string): string {
  const paragraphs = message.trim().split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return paragraphs.find((paragraph) => PRISMA_MESSAGES.some(([pattern]) => pattern.test(paragraph))) ?? paragraphs.at(-1) ?? '';
}

/** ``Unique constraint failed on the fields: (`tenantId`,`orderNo`)`` names columns as the details of other stores do. */
function fieldsIn(words: string): string | undefined {
  const listed = /^(?:Unique|Null) constraint (?:failed|violation) on the fields?: \(((?:`[\w$]{1,64}`,? ?){1,8})\)/.exec(words)?.[1];
  return listed?.replaceAll('`', '').split(/, ?/).join(', ');
}

/** The client's property is the model's name in lower case; raw queries have none. */
function modelOf(name: string | undefined): string | undefined {
  return name === undefined || name.startsWith('$') || name === 'prisma' ? undefined : name;
}
