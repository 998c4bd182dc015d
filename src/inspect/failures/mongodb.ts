import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

const CLASS = /^Mongo(?:ose)?[A-Z]\w{0,40}$/;
/** The server's numbers by the names that it gives them. */
const NAMES: Readonly<Record<string, string>> = {
  13: 'Unauthorized', 18: 'AuthenticationFailed', 24: 'LockTimeout', 91: 'ShutdownInProgress', 112: 'WriteConflict', 189: 'PrimarySteppedDown',
  244: 'TransactionAborted', 251: 'NoSuchTransaction', 10058: 'NotWritablePrimary', 10107: 'NotWritablePrimary', 11000: 'E11000', 11001: 'E11000',
  11600: 'InterruptedAtShutdown', 11602: 'InterruptedDueToReplStateChange', 13435: 'NotPrimaryNoSecondaryOk', 13436: 'NotPrimaryOrSecondary', 8000: 'AtlasError',
};
const MESSAGES: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^E1100[01] duplicate key error /, 'E11000'],
  [/^(?:Write ?Conflict|Caused by ::  :: Write conflict|Plan executor error during \w{1,40} :: caused by :: WriteConflict)/i, 'WriteConflict'],
  [/^(?:not (?:primary|master)\b|not writable primary)/i, 'NotWritablePrimary'],
  [/^(?:bad auth|Authentication failed)/i, 'AuthenticationFailed'],
  [/^not authorized on /, 'Unauthorized'],
  [/^Operation `[^`]{1,200}` buffering timed out after \d{1,9}ms/, 'MongoBufferTimeout'],
  [/^(?:Timed out while checking out a connection from connection pool|Connection pool (?:for [^\n]{1,200} )?was cleared)/, 'MongoPool'],
  [/^connection (?:<?\w{1,20}>? )?(?:\d{1,9} )?to \S{1,200} (?:closed|timed out|interrupted)/, 'MongoNetwork'],
];
/** Classes that tell the kind by themselves, whatever the driver says. */
const CLASSES: Readonly<Record<string, string>> = {
  MongoServerSelectionError: 'MongoServerSelection',
  MongooseServerSelectionError: 'MongoServerSelection',
  MongoPoolClearedError: 'MongoPool',
  MongoWaitQueueTimeoutError: 'MongoPool',
  MongoNetworkError: 'MongoNetwork',
  MongoNetworkTimeoutError: 'MongoNetwork',
};
/** A socket that was refused or a name that was not found says more than the class. */
const SYSTEM = /^(?:connect|getaddrinfo) E[A-Z_]{3,20}/;

/** MongoDB's driver, also behind Mongoose. */
export function recogniseMongodb(text: FailureText): Recognition | undefined {
  const said = MESSAGES.find(([pattern]) => pattern.test(text.message))?.[1];
  const byDriver = CLASS.test(text.errorClass) && !isSocketsOwn(text);
  if (!byDriver && said !== 'E11000') return undefined;
  const code = codeOf(text, said);
  return code === undefined ? undefined : { library: 'mongodb', code, details: code === 'E11000' ? duplicateDetails(text.message) : {} };
}

function isSocketsOwn({ errorClass, message }: FailureText): boolean {
  return SYSTEM.test(message) && CLASSES[errorClass] !== 'MongoServerSelection';
}

function codeOf({ errorClass, printed: { properties } }: FailureText, said: string | undefined): string | undefined {
  const labelled = properties.get('codeName') ?? '';
  return NAMES[properties.get('code') ?? ''] ?? said ?? (/^[A-Z]\w{2,60}$/.test(labelled) ? labelled : CLASSES[errorClass]);
}

/** `E11000 duplicate key error collection: shop.orders index: orderNo_1 dup key: { orderNo: "SO-1" }`. */
function duplicateDetails(message: string): Record<string, string> {
  const place = /collection: (?:[^\s.]{1,64}\.)(\S{1,120}) index: (\S{1,128}) dup key: /.exec(message);
  const index = place?.[2];
  const members = keyMembers(message.slice(place === null ? message.length : place.index + place[0].length));
  const columns = members.map(([name]) => name).filter((name) => name !== '');
  return knownDetails({
    table: place?.[1],
    constraint: index,
    keyColumns: columns.length === members.length && columns.length > 0 ? columns.join(', ') : members.length === 1 ? columnOf(index) : undefined,
    keyValue: members.length === 0 ? undefined : members.map(([, value]) => value).join(', '),
  });
}

/** Members of `{ tenant: "t-1", no: 7 }`; older servers leave the names out: `{ : "SO-1" }`. Nothing where one can't be read. */
function keyMembers(text: string): readonly (readonly [name: string, value: string])[] {
  const member = /^([\w$.]{0,64}): (?:ObjectId\('?([0-9a-f]{24})'?\)|UUID\("?([0-9a-f-]{36})"?\)|"([^"\\]{0,500})"|(-?\d{1,18}))(?=, | \})/;
  const members: [string, string][] = [];
  let rest = text.startsWith('{ ') ? text.slice(2) : '';
  while (rest !== '') {
    const found = member.exec(rest);
    if (found === null || members.length === 8) return [];
    members.push([found[1] ?? '', found[2] ?? found[3] ?? found[4] ?? found[5] ?? '']);
    rest = rest.slice(found[0].length);
    if (rest.startsWith(' }')) return members;
    rest = rest.slice(2);
  }
  return [];
}

function columnOf(index: string | undefined): string | undefined {
  return index === '_id_' ? '_id' : /^([A-Za-z][\w$]{0,63})_-?1$/.exec(index ?? '')?.[1];
}
