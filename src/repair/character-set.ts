/** Characters in which ISO 8859-15 differs from ISO 8859-1: those that it lacks, and those that it has in their place. */
const LATIN9_LACKS = '\u00A4\u00A6\u00A8\u00B4\u00B8\u00BC\u00BD\u00BE';
const LATIN9_HAS = '\u20AC\u0160\u0161\u017D\u017E\u0152\u0153\u0178';

/**
 * What a character set takes, by the name that the store gives it; `undefined` for sets that are not known here. Where the
 * store names none only ASCII is sure.
 */
export function characterSet(name: string | undefined): ((text: string) => boolean) | undefined {
  switch (name?.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')) {
    case undefined:
      return (text) => /^[\0-\u007F]*$/.test(text);
    case 'LATIN1':
    case 'ISO88591':
      return (text) => /^[\0-\u00FF]*$/.test(text);
    case 'LATIN9':
    case 'ISO885915':
      return (text) => [...text].every((character) => LATIN9_HAS.includes(character) || (character <= '\u00FF' && !LATIN9_LACKS.includes(character)));
    default:
      return undefined;
  }
}
