import { describe, expect, it } from 'vitest';
import { parseFailure } from '../../src/inspect/parse-failure.ts';
import { report } from './report.ts';

const WORKER = 'at async InvoiceProcessor.process (/app/dist/workers/invoice.processor.js:41:19)\n    at async Worker.processJob (/app/node_modules/bullmq/dist/cjs/classes/worker.js:590:28)';
const AXIOS = '/app/node_modules/axios/lib/core';
const UNDICI = 'at node:internal/deps/undici/undici:14976:13\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)';

/** Formats as the libraries print them: [what, reason, stack, what must be read]. */
const FORMATS: readonly (readonly [string, string, string, object])[] = [
  ['joi', '"fileName" is required', 'ValidationError: "fileName" is required', { library: 'joi' }],
  ['yup', 'pageCount must be a `number` type, but the final value was: `NaN` (cast from the value `"1,072"`).', 'ValidationError: pageCount must be a `number` type, but the final value was: `NaN` (cast from the value `"1,072"`).', { library: 'yup' }],
  ['mongoose, whose error is named alike', 'User validation failed: email: Path `email` is required.', 'ValidationError: User validation failed: email: Path `email` is required.', { code: 'VALIDATION', library: 'mongoose' }],
  ['valibot', 'Invalid type: Expected string but received undefined', 'ValiError: Invalid type: Expected string but received undefined', { library: 'valibot' }],
  ['class-validator behind a pipe', 'Bad Request Exception: property debug should not exist, silent must be a boolean value', 'BadRequestException: Bad Request Exception: property debug should not exist, silent must be a boolean value', { library: 'class-validator' }],
  ['a request that the application calls bad', 'the account is closed', 'BadRequestException: the account is closed', { library: 'application' }],
  ['zod behind words of the application', 'invalid payload: [{"code":"invalid_type","path":["id"],"message":"Required"}]', 'Error: invalid payload: [{"code":"invalid_type","path":["id"],"message":"Required"}]', { library: 'zod' }],
  ['zod, made readable', 'invalid payload: ✖ Invalid input: expected string, received undefined\n  → at id', 'Error: invalid payload: ✖ Invalid input: expected string, received undefined\n  → at id', { library: 'zod' }],
  ['a final error that repeats a validator', 'Invalid payload: data/amount must be number', 'UnrecoverableError: Invalid payload: data/amount must be number', { code: 'UNRECOVERABLE', details: { validator: 'ajv' }, library: 'bullmq' }],
  ['a final error of its own', 'card was charged', 'UnrecoverableError: card was charged', { code: 'UNRECOVERABLE', details: {}, library: 'bullmq' }],
  ['an answer that hangs on an error of the application', 'the partner said no', "PartnerError: the partner said no\n    at call (/app/src/partner.ts:7:1) {\n  response: { status: 503 },\n  headers: { 'retry-after': '30' }\n}", { code: undefined, httpStatus: 503, retryAfterMilliseconds: 30_000, library: 'application' }],
  ['a status that is no error', 'the answer was empty', "Error: the answer was empty\n    at call (/app/src/partner.ts:7:1) {\n  response: { status: 200 }\n}", { httpStatus: undefined }],
  ['axios, refused connection', 'connect ECONNREFUSED 127.0.0.1:1', `Error: connect ECONNREFUSED 127.0.0.1:1\n    at AxiosError.from (file://${AXIOS}/AxiosError.js:163:24)\n    ${WORKER}`, { errorClass: 'Error', code: 'ECONNREFUSED', details: { phase: 'connect', address: '127.0.0.1:1' }, library: 'node' }],
  ['axios, time-out', 'timeout of 200ms exceeded', `AxiosError: timeout of 200ms exceeded\n    at createTimeoutError (file://${AXIOS}/http.js:766:16)\n    ${WORKER}`, { errorClass: 'AxiosError', code: 'ETIMEDOUT', details: { phase: 'exchange' }, library: 'axios' }],
  ['axios, cut answer', 'stream has been aborted', `AxiosError: stream has been aborted\n    at IncomingMessage.handlerStreamAborted (file://${AXIOS}/http.js:1407:25)`, { code: 'ECONNABORTED', library: 'axios' }],
  ['axios, status', 'Request failed with status code 503', `AxiosError: Request failed with status code 503\n    at settle (file://${AXIOS}/settle.js:19:12)\n    ${WORKER}`, { code: '503', httpStatus: 503, library: 'axios' }],
  ['axios, status with Retry-After', 'Request failed with status code 429: {"error":"rate_limited"}', `AxiosError: Request failed with status code 429\n    at settle (${AXIOS}/settle.js:19:12) {\n  code: 'ERR_BAD_REQUEST',\n  response: { status: 429, headers: { 'retry-after': '30' } }\n}`, { code: '429', httpStatus: 429, retryAfterMilliseconds: 30_000 }],
  ['axios, Retry-After as a date', 'Request failed with status code 503', `AxiosError: Request failed with status code 503\n    at settle (${AXIOS}/settle.js:19:12) {\n  response: { headers: { 'Retry-After': 'Wed, 04 Mar 2026 03:17:00 GMT' } }\n}`, { retryAfterMilliseconds: 120_000 }],
  ['got, status', 'Request failed with status code 503 (Service Unavailable): GET http://127.0.0.1:42589/503', 'HTTPError: Request failed with status code 503 (Service Unavailable): GET http://127.0.0.1:42589/503\n    at Request.<anonymous> (file:///app/node_modules/got/dist/source/as-promise/index.js:98:42)', { code: '503', httpStatus: 503, details: { method: 'GET' }, library: 'got' }],
  ['got, time-out', "Timeout awaiting 'request' for 200ms", "RequestError: Timeout awaiting 'request' for 200ms\n    at ClientRequest.<anonymous> (file:///app/node_modules/got/dist/source/core/index.js:868:61)", { code: 'ETIMEDOUT', details: { phase: 'exchange' }, library: 'got' }],
  ['got, time-out while connecting', "Timeout awaiting 'connect' for 200ms", "TimeoutError: Timeout awaiting 'connect' for 200ms", { details: { phase: 'connect' } }],
  ['fetch, nothing kept', 'fetch failed', `TypeError: fetch failed\n    ${UNDICI}`, { errorClass: 'TypeError', code: undefined, message: 'fetch failed', causes: [], library: 'undici' }],
  ['fetch, cause kept', 'fetch failed', `TypeError: fetch failed\n    ${UNDICI} {\n  [cause]: Error: getaddrinfo ENOTFOUND api.example\n      at GetAddrInfoReqWrap.onlookupall [as oncomplete] (node:dns:122:26) {\n    errno: -3008,\n    code: 'ENOTFOUND',\n    syscall: 'getaddrinfo',\n    hostname: 'api.example'\n  }\n}`, { code: 'ENOTFOUND', causes: [{ errorClass: 'Error', code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND api.example' }], library: 'node' }],
  ['fetch, cause in the message', "TypeError: fetch failed { [cause]: ConnectTimeoutError: Connect Timeout Error (attempted address: crm.example:443) { code: 'UND_ERR_CONNECT_TIMEOUT' } }", `TypeError: fetch failed\n    ${UNDICI}`, { errorClass: 'TypeError', message: 'fetch failed', code: 'UND_ERR_CONNECT_TIMEOUT', details: { phase: 'connect' }, library: 'undici' }],
  ['fetch, cause that says nothing', 'fetch failed', `TypeError: fetch failed\n    ${UNDICI} {\n  [cause]: Error: bad port\n      at makeNetworkError (node:internal/deps/undici/undici:9279:35)\n}`, { code: undefined, library: 'application', causes: [{ errorClass: 'Error', message: 'bad port' }] }],
  ['fetch, cut answer', 'terminated', 'TypeError: terminated\n    at Fetch.onAborted (node:internal/deps/undici/undici:11350:53)', { code: 'UND_ERR_SOCKET', library: 'undici' }],
  ['fetch, time-out', 'The operation was aborted due to timeout', `TimeoutError: The operation was aborted due to timeout\n    ${UNDICI}`, { code: 'ETIMEDOUT', library: 'undici' }],
  ['every address of a host', '', "AggregateError [ETIMEDOUT]: \n    at internalConnectMultiple (node:net:1118:18) {\n  code: 'ETIMEDOUT',\n  [errors]: [\n    Error: connect ETIMEDOUT 198.51.100.7:443\n        at createConnectionError (node:net:1652:14) {\n      code: 'ETIMEDOUT',\n      syscall: 'connect'\n    },\n    Error: connect ENETUNREACH 2001:db8::7:443\n        at internalConnectMultiple (node:net:1185:16) {\n      code: 'ENETUNREACH',\n      syscall: 'connect'\n    }\n  ]\n}", { errorClass: 'AggregateError', code: 'ETIMEDOUT', details: { phase: 'connect' } }],
  ['a file that is not there', "ENOENT: no such file or directory, open '/data/a.csv'", "Error: ENOENT: no such file or directory, open '/data/a.csv'\n    at Object.openSync (node:fs:573:18)", { code: 'ENOENT', library: 'node' }],
  ['pg, with its fields', 'duplicate key value violates unique constraint "orders_order_no_key"', "error: duplicate key value violates unique constraint \"orders_order_no_key\"\n    at Parser.parseErrorMessage (/app/node_modules/pg-protocol/dist/parser.js:285:98) {\n  severity: 'ERROR',\n  code: '23505',\n  detail: 'Key (order_no)=(SO-1) already exists.',\n  constraint: 'orders_order_no_key'\n}", { errorClass: 'error', code: '23505', details: { constraint: 'orders_order_no_key', keyColumns: 'order_no', keyValue: 'SO-1' }, library: 'postgres' }],
  ['pg, stack only', 'new row for relation "comments" violates check constraint "comments_body_legacy_charset"', 'error: new row for relation "comments" violates check constraint "comments_body_legacy_charset"\n    at Parser.parseErrorMessage (/app/node_modules/pg-protocol/dist/parser.js:285:98)', { code: '23514', details: { table: 'comments', constraint: 'comments_body_legacy_charset' }, library: 'postgres' }],
  ['pg, long fields split by node', 'unsupported Unicode escape sequence', "error: unsupported Unicode escape sequence\n    at Parser.parseErrorMessage (/app/node_modules/pg-protocol/dist/parser.js:285:98) {\n  severity: 'ERROR',\n  where: 'JSON data, line 1: {\"a\":\"x\\\\u0000...\\n' +\n    \"unnamed portal parameter $2 = '...'\",\n  code: '22P05'\n}", { code: '22P05' }],
  ['mysql2', "Incorrect string value: '\\xF0\\x9F\\x98\\x80' for column 'body' at row 1", "Error: Incorrect string value: '\\xF0\\x9F\\x98\\x80' for column 'body' at row 1\n    at PromisePool.execute (/app/node_modules/mysql2/lib/promise/pool.js:54:22)", { code: 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD', details: { column: 'body', bytes: '\\xF0\\x9F\\x98\\x80' }, library: 'mysql' }],
  ['mysql behind Knex', 'select * from `a` where `id` = 7 - ER_LOCK_DEADLOCK: Deadlock found when trying to get lock; try restarting transaction', 'Error: select * from `a` where `id` = 7 - ER_LOCK_DEADLOCK: Deadlock found when trying to get lock; try restarting transaction\n    at Query.Sequence._packetToError (/app/node_modules/mysql/lib/protocol/sequences/Sequence.js:47:14)', { code: 'ER_LOCK_DEADLOCK', library: 'mysql' }],
  ['a job that stalled, no stack', 'job stalled more than allowable limit', '', { code: 'STALLED', library: 'bullmq', errorClass: '' }],
  ['an error of the application', 'no rows', 'EmptyFile: no rows\n    at read (/app/src/read.ts:3:1)', { errorClass: 'EmptyFile', library: 'application' }],
  ['a code of the application', 'try later', "UpstreamBusyError: try later\n    at call (/app/src/call.ts:3:1) {\n  code: 'BUSY'\n}", { errorClass: 'UpstreamBusyError', code: 'BUSY' }],
  ['an error of the language', "Cannot read properties of undefined (reading 'id')", "TypeError: Cannot read properties of undefined (reading 'id')\n    at run (/app/src/run.ts:3:1)", { library: 'javascript', details: {} }],
  ['a page in place of JSON', `Unexpected token '<', "<html><hea"... is not valid JSON`, `SyntaxError: Unexpected token '<', "<html><hea"... is not valid JSON\n    at JSON.parse (<anonymous>)`, { library: 'javascript', details: { parsing: 'json' } }],
];

describe('parseFailure', () => {
  it.each(FORMATS)('reads %s', (_, reason, stack, expected) => {
    // An absent code or status reads as `undefined`, so that a format can say that there is none.
    expect({ code: undefined, httpStatus: undefined, ...parseFailure(report(reason, ...(stack === '' ? [] : [stack]))) }).toMatchObject(expected);
  });

  it('takes the last attempt, which BullMQ puts at the end', () => {
    const parsed = parseFailure(report('second', 'Error: first\n    at a (/app/a.js:1:1)', 'RangeError: second\n    at b (/app/b.js:1:1)'));
    expect(parsed).toMatchObject({ errorClass: 'RangeError', message: 'second', ownFrames: ['b@app/b'] });
  });

  it('keeps what earlier attempts failed with, newest first, each kind once', () => {
    const timeout = 'AxiosError: timeout of 200ms exceeded\n    at a (/app/a.js:1:1)';
    const refused = (port: number): string => `Error: connect ECONNREFUSED 10.0.0.7:${port}\n    at b (/app/b.js:1:1)`;
    const parsed = parseFailure(report('connect ECONNREFUSED 10.0.0.7:443', timeout, 'Error: odd\n    at c (/app/c.js:1:1)', timeout, refused(80), refused(443)));
    expect(parsed.earlier?.map(({ code, message }) => code ?? message)).toEqual(['ETIMEDOUT', 'odd']);
    expect(parseFailure(report('boom', 'Error: boom', 'Error: boom'))).not.toHaveProperty('earlier');
  });

  it('reads causes of causes, with the properties of each', () => {
    const stack = "OrderError: could not place\n    at a (/app/a.js:1:1) {\n  code: 'ORDER',\n  [cause]: Error: middle\n      at b (/app/b.js:1:1) {\n    [cause]: Error: read ECONNRESET\n        at c (/app/c.js:1:1) {\n      code: 'ECONNRESET'\n    }\n  }\n}";
    const parsed = parseFailure(report('could not place', stack));
    expect(parsed.causes).toEqual([
      { errorClass: 'Error', message: 'middle' },
      { errorClass: 'Error', code: 'ECONNRESET', message: 'read ECONNRESET' },
    ]);
    expect(parsed).toMatchObject({ code: 'ECONNRESET', errorClass: 'OrderError', template: 'could not place' });
  });

  it('does not take a code out of a text that somebody else wrote', () => {
    const said = 'partner answered { code: "ECONNREFUSED" } and connect ECONNREFUSED 10.0.0.7:443';
    expect(parseFailure(report(said, `Error: ${said}\n    at a (/app/a.js:1:1)`)).code).toBeUndefined();
    const forged = "Error: outer\n    at a (/app/a.js:1:1) {\n  [cause]: Error: first line\n  code: 'ECONNREFUSED'\n      at b (/app/b.js:1:1)\n}";
    expect(parseFailure(report('outer', forged)).code).toBeUndefined();
    const sentence = "OrderError: odd\n    at a (/app/a.js:1:1) {\n  code: 'nora@example.com paid twice'\n}";
    expect(parseFailure(report('odd', sentence)).code).toBeUndefined();
    const nested = "AxiosError: odd\n    at a (/app/a.js:1:1) {\n  response: { data: { code: 'ECONNREFUSED' } }\n}";
    expect(parseFailure(report('odd', nested)).code).toBeUndefined();
  });

  it('finds the frames behind a message that looks like frames', () => {
    const reason = 'bad line\n    at evil (/app/src/evil.ts:1:1)';
    expect(parseFailure(report(reason, `Error: ${reason}\n    at real (/app/src/real.ts:1:1)`)).ownFrames).toEqual(['real@app/src/real']);
  });

  it('says that members of an AggregateError agree only where all of them do', () => {
    const mixed = "AggregateError: All promises were rejected\n    at a (/app/a.js:1:1) {\n  [errors]: [\n    Error: connect ECONNREFUSED 10.0.0.7:443\n        at b (/app/b.js:1:1),\n    Error: card declined\n        at c (/app/c.js:1:1)\n  ]\n}";
    expect(parseFailure(report('All promises were rejected', mixed))).toMatchObject({ library: 'application', causes: [{}, {}] });
    expect(parseFailure(report('All promises were rejected', mixed)).code).toBeUndefined();
  });

  it('reads reports that say nothing', () => {
    for (const nothing of [report(''), report('', ''), report('undefined', 'undefined'), report('[object Object]', '')]) {
      expect(parseFailure(nothing)).toMatchObject({ errorClass: '', library: 'unknown', ownFrames: [], causes: [] });
    }
  });
});
