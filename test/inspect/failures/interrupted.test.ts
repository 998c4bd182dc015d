import { describe, expect, it } from 'vitest';
import { readFailureText } from '../../../src/inspect/failure-text.ts';
import { readInterrupted } from '../../../src/inspect/failures/interrupted.ts';

const AT = new Date('2026-03-04T03:15:00Z');
const read = (stack: string): string | undefined => readInterrupted(readFailureText('', stack, AT), stack);
const under = (frame: string): string => `Error: read ECONNRESET\n    at ${frame} (/app/node_modules/x/lib/x.js:1:1)\n    at async handle (/app/dist/x.js:1:1)`;
const printing = (printed: string): string => `${under('Client.query')} {\n  ${printed}\n}`;

describe('the step in which a failure broke off', () => {
  it.each(['ClientSession.commitTransaction', 'async PostgresQueryRunner.commitTransaction', 'Transaction_PG.commit', 'PromiseConnection.commit', 'PostgreSqlConnection.commit', 'async Transaction.commit', 'endTransaction'])('is a commit within %s', (frame) => {
    expect(read(under(frame))).toBe('commit');
  });

  it.each(["query: 'COMMIT'", "sql: 'COMMIT;'", "errorLabelSet: Set(2) { 'RetryableWriteError', 'UnknownTransactionCommitResult' }"])('is a commit where %s is printed', (printed) => {
    expect(read(printing(printed))).toBe('commit');
  });

  it.each([
    "command: { name: 'incrby', args: [ 'points:m-7', '50' ] }",
    "sql: 'UPDATE accounts SET balance = balance - 5 WHERE id = 7'",
    'query: \'update "pages" set "views" = "pages"."views" + $1\'',
    "query: 'UPDATE stock SET left_over = COALESCE(left_over, 0) + 3'",
  ])('is a count where %s is printed', (printed) => {
    expect(read(printing(printed))).toBe('count');
  });

  it.each(['UnitOfWork.commit', 'Consumer.commitOffsets', 'Repository.commitMessageOf', 'Client.query'])('is neither within %s', (frame) => {
    expect(read(under(frame))).toBeUndefined();
  });

  it.each(["sql: 'UPDATE orders SET total = 5 WHERE total = 4'", "query: 'select a + b from commits'", "command: { name: 'get', args: [ 'incrby' ] }", "errorLabelSet: Set(1) { 'TransientTransactionError' }"])('is neither where %s is printed', (printed) => {
    expect(read(printing(printed))).toBeUndefined();
  });
});
