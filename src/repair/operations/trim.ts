import { keyWords } from '../key-style.ts';
import { textOperation } from './operation-kind.ts';

/** What is compared to the letter: a blank may belong to it. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'passwd', 'passphrase', 'pwd', 'secret', 'passwort', 'kennwort', 'signature']);

/** `" finance@example.com "` is `"finance@example.com"`: blanks at the edges go, nothing inside is touched, and no secret is. */
export const trim = textOperation({
  name: 'trim',
  class: 'lossless',
  codes: ['format', 'pattern', 'too-long', 'enum', 'const', 'union', 'custom'],
  suits: ({ want, value, key }) => !keyWords(key).some((word) => SECRETS.has(word)) && (want.members.length === 0 || (typeof value === 'string' && want.members.includes(value.trim()))),
  read: (text) => {
    const trimmed = text.trim();
    return trimmed === text || trimmed === '' ? undefined : trimmed;
  },
  inverse: (written) => (typeof written === 'string' ? ` ${written} ` : written),
});
