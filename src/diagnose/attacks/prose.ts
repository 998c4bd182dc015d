const PLAIN_WORD = /^[("']?\p{L}[\p{L}'’-]{0,30}[).,;:!?"']{0,3}$/u;
/** So many words in a row that are nothing but words are a sentence. */
const SENTENCE = 5;
/** Words of query languages that stand in a row without being a sentence. */
const QUERY_WORDS = new Set('select from where insert into values update set delete drop table union all order by limit null like having group join'.split(' '));

/** True where the text holds a sentence: then somebody may be telling about an attack. */
export function holdsSentence(text: string): boolean {
  let row = 0;
  for (const word of text.split(/\s+/)) {
    row = PLAIN_WORD.test(word) && !QUERY_WORDS.has(word.toLowerCase().replace(/[^\p{L}]/gu, '')) ? row + 1 : 0;
    if (row >= SENTENCE) return true;
  }
  return false;
}
