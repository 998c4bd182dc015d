/** What Windows-1252 shows for the bytes from 0x80 on; blank where it shows nothing of its own. */
const WINDOWS_CHARACTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const WINDOWS_BYTES: ReadonlyMap<string, number> = new Map(Array.from(WINDOWS_CHARACTERS, (character, index) => [character, 0x80 + index] as const).filter(([character]) => character !== ' '));

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text whose UTF-8 bytes were read as Latin-1 or Windows-1252: `CafÃ©` was `Café`. `undefined` unless every character
 * stands for one byte and the bytes are UTF-8, so that nothing is guessed and the way back is exact.
 */
export function mojibakeSource(text: string): string | undefined {
  if (!/[\u0080-\uffff]/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    const code = character.charCodeAt(0);
    const byte = code <= 0xff ? code : WINDOWS_BYTES.get(character);
    if (byte === undefined) return undefined;
    bytes[index] = byte;
  }
  try {
    const source = UTF_8.decode(bytes);
    return source === text ? undefined : source;
  } catch {
    return undefined;
  }
}
