import { expect, test } from 'vitest';
import { changesOf } from '../../src/demo/report/diff.ts';

test('names each place that a repair changed, with what was and what is there', () => {
  const before = { tax: 'TRUE', note: null, mail: ' a@b.example ', lines: [{ qty: '1' }, { qty: 2 }] };
  const after = { tax: true, mail: 'a@b.example', lines: [{ qty: 1 }, { qty: 2 }], language: 'en' };
  expect(changesOf(before, after)).toEqual([
    { pointer: '/language', before: undefined, after: 'en' },
    { pointer: '/lines/0/qty', before: '1', after: 1 },
    { pointer: '/mail', before: ' a@b.example ', after: 'a@b.example' },
    { pointer: '/note', before: null, after: undefined },
    { pointer: '/tax', before: 'TRUE', after: true },
  ]);
});

test('gives the whole payload where it is no object', () => {
  expect(changesOf('1', 1)).toEqual([{ pointer: '', before: '1', after: 1 }]);
});
