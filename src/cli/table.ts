import Table from 'cli-table3';
import type { Output } from './terminal.ts';

const NO_LINES = {
  top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ',
};

/** A column: its heading, and its width where it is fixed. Exactly one column takes what is left. */
export interface Column {
  readonly title: string;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** A table without lines that fits the output; long cells are wrapped. Ends with a line break. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], { paint, columns: width }: Pick<Output, 'paint' | 'columns'>): string {
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  const rest = Math.max(20, width - fixed - 2 * (columns.length - 1));
  const drawn = new Table({
    head: columns.map(({ title }) => paint.dim(title)),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths: columns.map((column) => column.width ?? rest),
    colAligns: columns.map(({ align }) => align ?? 'left'),
    wordWrap: true,
    wrapOnWordBoundary: false,
  });
  drawn.push(...rows.map((row) => [...row]));
  return `${drawn.toString().replaceAll(/[ \t]+$/gm, '')}\n`;
}
