import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statementKind } from '../../src/pglite/statement-kind.ts';

describe('statementKind', () => {
  test.each([
    ['BEGIN', 'begin'], ['begin isolation level serializable;', 'begin'], ['START TRANSACTION', 'begin'],
    ['COMMIT;', 'commit'], ['END', 'commit'], ['ROLLBACK', 'rollback'], ['ABORT', 'rollback'],
    ['ROLLBACK TO SAVEPOINT a', 'other'], ['BEGIN; SELECT 1; COMMIT', 'other'], ['SELECT 1', 'other'], ['', 'other'],
    ['-- BEGIN', 'other'], ['/* never closed', 'other'], ['END IF', 'other'],
  ])('reads %j as %s', (text, kind) => {
    expect(statementKind(text)).toEqual({ kind });
  });

  test('finds the channel of LISTEN and UNLISTEN', () => {
    expect(statementKind('-- why\nLISTEN bullmq_events;\n')).toEqual({ kind: 'listen', channel: 'bullmq_events' });
    expect(statementKind('unlisten *')).toEqual({ kind: 'unlisten', channel: '*' });
    expect(statementKind('LISTEN "Odd ""name"')).toEqual({ kind: 'listen', channel: '"Odd ""name"' });
  });

  test('never throws and never takes a long text for a command', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
      statementKind(text);
      expect(statementKind(`BEGIN ${text.replaceAll(';', ' ').padEnd(600, 'x')}`).kind).toBe('other');
    }));
  });
});
