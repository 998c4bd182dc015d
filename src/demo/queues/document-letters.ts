import { parseJson, type Json } from '../../core/json.ts';
import { DISCARDED, type DemoLetter } from './demo-queue.ts';

/** What broken converters leave in place of characters; three bytes each in UTF-8. */
const JUNK_ALPHABET = '\ufffd\ue000\ue001\ue00f\ue123\ue200\ue2ff\uf000\uf001\uf0ff\uf800';
const JUNK_CHARACTERS = Math.ceil((2 * 1024 * 1024) / 3);

/** Uploads that nothing can come of: an empty one of an honest tenant, and two of one that means harm. */
export function documentLetters(): readonly DemoLetter[] {
  return [
    { id: 'doc_401', payload: { documentId: 'doc_401', tenant: 'globex', text: '' }, expected: DISCARDED },
    { id: 'doc_402', payload: { documentId: 'doc_402', tenant: 'mallory-ltd', text: junk(JUNK_CHARACTERS) }, expected: DISCARDED },
    { id: 'doc_403', payload: prototypeAttack(), expected: DISCARDED },
  ];
}

/** As a hostile producer sends it: written as text, because an object literal would set the prototype. */
function prototypeAttack(): Json {
  return parseJson('{"documentId":"doc_403","tenant":"initech-mirror","text":"hello","__proto__":{"isAdmin":true}}') ?? null;
}

/** The same characters each time, without any order that a reader could find. */
function junk(length: number): string {
  let state = 20_261_130;
  const characters = Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return JUNK_ALPHABET[(state >>> 16) % JUNK_ALPHABET.length] ?? '';
  });
  return characters.join('');
}
