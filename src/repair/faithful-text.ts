import type { Json } from '../core/json.ts';
import { printsAlike } from './decimal.ts';

/**
 * Why a JSON text can't be written anew without losing something that nobody asked to change, `undefined` where it
 * can: a number that JavaScript rounds, or a key that stands twice in one object. `value` is the parsed text.
 */
export function lossOnRewriting(text: string, value: Json): string | undefined {
  if (JSON.stringify(value) === text) return undefined;
  const containers: Container[] = [];
  for (const token of tokensOf(text)) {
    const loss = isNumeral(token) ? lossOfNumeral(token) : lossOfKey(token, containers);
    if (loss !== undefined) return loss;
  }
  return undefined;
}

/** An open object with the keys seen so far, or an open array, which has none. */
interface Container {
  readonly keys: Set<string> | undefined;
  keyComesNext: boolean;
}

function lossOfNumeral(numeral: string): string | undefined {
  return printsAlike(numeral) ? undefined : 'it holds a number that JavaScript can not hold exactly';
}

function lossOfKey(token: string, containers: Container[]): string | undefined {
  const open = containers.at(-1);
  if (token === '{') containers.push({ keys: new Set(), keyComesNext: true });
  else if (token === '[') containers.push({ keys: undefined, keyComesNext: false });
  else if (token === '}' || token === ']') containers.pop();
  else if (open?.keys === undefined) return undefined;
  else if (token === ',') open.keyComesNext = true;
  else if (open.keyComesNext) {
    const key = JSON.parse(token) as string;
    if (open.keys.has(key)) return 'a key stands twice in one object, and a parser sees only the last';
    open.keys.add(key);
    open.keyComesNext = false;
  }
  return undefined;
}

/** Strings, numerals, brackets and commas of a text that is known to be JSON. */
function* tokensOf(text: string): Generator<string> {
  const numeral = /-?\d[\d.eE+-]*/y;
  for (let position = 0; position < text.length; position++) {
    const character = text[position] ?? '';
    if (character === '"') {
      const end = endOfString(text, position);
      yield text.slice(position, end);
      position = end - 1;
    } else if (/[-\d]/.test(character)) {
      numeral.lastIndex = position;
      const [found = character] = numeral.exec(text) ?? [];
      yield found;
      position += found.length - 1;
    } else if ('{}[],'.includes(character)) {
      yield character;
    }
  }
}

/** Where the string that begins at `start` is over: behind the next quote with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function isNumeral(token: string): boolean {
  return /^[-\d]/.test(token);
}
