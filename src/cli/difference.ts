import { compare } from 'fast-json-patch/commonjs/duplex.js';
import type { Json } from '../core/json.ts';
import { valueAt } from '../core/json-pointer.ts';
import { oneLine, plainText } from './plain-text.ts';
import type { Paint } from './terminal.ts';

/** Longest value that is shown in a difference. */
const VALUE = 160;

/**
 * What changes from `before` to `after`: a line `- path value` and a line `+ path value` for each change. Empty where nothing
 * does, or where one of them is no object or array.
 */
export function differenceLines(before: Json | undefined, after: Json | undefined, paint: Paint): readonly string[] {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return [];
  return compare(before, after).flatMap(({ op, path }) => {
    const name = plainText(path);
    const removed = paint.red(`- ${name} ${valueText(valueAt(before, path))}`);
    const added = paint.green(`+ ${name} ${valueText(valueAt(after, path))}`);
    if (op === 'add') return [added];
    return op === 'remove' ? [removed] : [removed, added];
  });
}

function valueText(value: Json | undefined): string {
  return value === undefined ? '' : oneLine(JSON.stringify(value), VALUE);
}
