/** Words behind which a quoted text is part of the failure's kind (a column, a key), not a value. */
const NAMING_WORDS = new Set(
  `argument attribute class column constraint database enum event field for function header index key keyword method model
  module named operator option parameter path processor property queue reading relation role schema setting table type variable`.split(/\s+/),
);
/** Words before which a quoted text names something: `"quantity" must be a number`. */
const NAMED_WORDS = new Set('must is are has with contains fails length cannot does'.split(' '));

const QUOTES = `'"\``;
const NAME = /^[A-Za-z_$][A-Za-z0-9_$.()[\]-]{0,63}$/;
const TEMPLATE_CHARACTERS = 1024;
const WORD_CHARACTERS = 64;
const WORD = /(?:[^\s'"`=,;|(){}[\]<>]|,(?=\d))+/y;
const URL_TEXT = /[A-Za-z][A-Za-z0-9+.-]{0,15}:\/\/[^\s'"`<>)\]}]*/y;
const ADDRESS = /^[^@]+@[^@]+\.[A-Za-z]+\.?$/;

/**
 * The message with its values masked: equal for failures of one kind, whatever ids, amounts and texts they carry.
 * Linear in the length of `message`.
 */
export function mask(message: string): string {
  const parts: string[] = [];
  /** Quotes that are known not to close any more, so that no search runs twice over the same text. */
  const unclosed = new Set<string>();
  let length = 0;
  for (let position = 0; position < message.length && length < TEMPLATE_CHARACTERS; ) {
    const [part, end] = nextPart(message, position, parts.at(-1) ?? '', unclosed);
    const shown = part === ' ' && (parts.at(-1) ?? ' ') === ' ' ? '' : part;
    if (shown !== '') parts.push(shown);
    length += shown.length;
    position = end;
  }
  return parts.join('').trim().slice(0, TEMPLATE_CHARACTERS);
}

function nextPart(message: string, position: number, before: string, unclosed: Set<string>): [string, number] {
  const character = message[position] ?? '';
  if (character.trim() === '') return [' ', position + 1];
  if (QUOTES.includes(character) && !isWordCharacter(message[position - 1])) {
    const end = closingQuote(message, position, unclosed);
    if (end > 0) return [maskedQuote(message, position, end), end + 1];
  }
  if (character === '(' && before.endsWith('=')) return maskedKeyValue(message, position);
  URL_TEXT.lastIndex = position;
  if (URL_TEXT.test(message)) return ['<url>', URL_TEXT.lastIndex];
  WORD.lastIndex = position;
  const word = WORD.exec(message)?.[0];
  return word === undefined ? [character, position + 1] : [maskedWord(word), position + word.length];
}

/** An apostrophe inside a word closes nothing. */
function closingQuote(message: string, start: number, unclosed: Set<string>): number {
  const quote = message[start] ?? '';
  if (unclosed.has(quote)) return -1;
  for (let index = message.indexOf(quote, start + 1); index > 0; index = message.indexOf(quote, index + 1)) {
    if (!isWordCharacter(message[index + 1])) return index;
  }
  unclosed.add(quote);
  return -1;
}

function maskedQuote(message: string, start: number, end: number): string {
  const quote = message[start] ?? '';
  const content = message.slice(start + 1, end);
  const previous = lastWord(message.slice(Math.max(0, start - 24), start));
  const next = firstWord(message.slice(end + 1, end + 16));
  const code = quote === '`' && next !== 'is';
  const key = quote === '"' && message[end + 1] === ':';
  const naming = code || key || NAMING_WORDS.has(previous) || (quote !== '`' && NAMED_WORDS.has(next) && previous !== 'value');
  return naming && NAME.test(content) ? `${quote}${maskedWord(content)}${quote}` : `${quote}<text>${quote}`;
}

/** PostgreSQL prints `Key (email)=(nora@example.com)`. */
function maskedKeyValue(message: string, position: number): [string, number] {
  const end = message.indexOf(')', position);
  return end < 0 ? ['(<text>', message.length] : ['(<text>)', end + 1];
}

function maskedWord(word: string): string {
  if (word.length > WORD_CHARACTERS) return '<text>';
  if (ADDRESS.test(word)) return '<address>';
  if (!/\d/.test(word)) return word;
  if (/^[\d.,:+%-]+(?:[A-Za-zµ%]{1,2}|Z)?[.,:]?$/.test(word)) return '<number>';
  return word.replace(/[^_\-./:#@]+/g, maskedSegment);
}

function maskedSegment(segment: string): string {
  if (!/\d/.test(segment)) return segment;
  return /^\d+$/.test(segment) ? '<number>' : '<id>';
}

function lastWord(text: string): string {
  return /([A-Za-z]+) $/.exec(text)?.[1]?.toLowerCase() ?? '';
}

function firstWord(text: string): string {
  return /^ ([A-Za-z]+)/.exec(text)?.[1]?.toLowerCase() ?? '';
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
