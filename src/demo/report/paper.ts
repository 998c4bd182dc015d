import pc from 'picocolors';

/** Functions that colour a text, or give it back as it is. */
export type Paint = ReturnType<typeof pc.createColors>;

/** Columns that every line fits into. */
export const WIDTH = 80;

const INDENT = 2;
const LABEL = 14;

/** Where the demo writes for people, line by line. */
export interface Paper {
  readonly paint: Paint;
  line(text?: string): void;
  /** A label and a text that is broken into lines beside it. */
  field(label: string, text: string, colour?: (text: string) => string): void;
  /** A label and a text that stays on its line as it is; what does not fit is cut off. */
  exact(label: string, text: string, colour: (text: string) => string): void;
}

/** Makes a paper over whatever takes text. */
export function createPaper(write: (text: string) => unknown, paint: Paint = pc.createColors(false)): Paper {
  const line = (text = ''): void => void write(`${text}\n`);
  return {
    paint,
    line,
    field: (label, text, colour = (plain) => plain) => {
      const [first = '', ...rest] = wrap(text, WIDTH - INDENT - LABEL);
      line(`${' '.repeat(INDENT)}${paint.dim(label.padEnd(LABEL))}${colour(first)}`);
      for (const more of rest) line(`${' '.repeat(INDENT + LABEL)}${colour(more)}`);
    },
    exact: (label, text, colour) => line(`${' '.repeat(INDENT)}${paint.dim(label.padEnd(LABEL))}${colour(shorten(text, WIDTH - INDENT - LABEL))}`),
  };
}

/** Breaks a text at its blanks into lines of at most `width` characters; a longer word is broken inside. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const pieces = word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [''];
    for (const piece of pieces) {
      const joined = line === '' ? piece : `${line} ${piece}`;
      if (joined.length > width) lines.push(line);
      line = joined.length > width ? piece : joined;
    }
  }
  return [...lines, line];
}

/** Cuts a text to at most `length` characters and says so with an ellipsis. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** `1 letter`, `23 letters`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
