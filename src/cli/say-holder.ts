import type { LedgerHolder } from '../beside/beside.ts';
import { plainText } from './plain-text.ts';
import type { Output } from './terminal.ts';

/** Start of the line, and erase to its end: a status line may stand there, which is drawn again by itself. */
const CLEAR = '\r\u001B[K';

/** Says once of each process that it carries out the command, and whether it does so with another configuration. */
export function sayHolder({ write, paint, interactive }: Output): (holder: LedgerHolder) => void {
  const told = new Set<string>();
  return (holder) => {
    const line = holderLine(holder);
    if (told.has(line)) return;
    told.add(line);
    write(`${interactive ? CLEAR : ''}${paint.dim(line)}\n`);
    if (holder.sameConfiguration === false) write(`${paint.yellow(differenceLine(holder))}\n`);
  };
}

function holderLine({ patrols, pid, command }: LedgerHolder): string {
  const who = patrols ? `the patrol that holds this ledger (process ${pid})` : `the process that holds this ledger (${command}, process ${pid})`;
  return `through ${plainText(who)}`;
}

function differenceLine({ config }: LedgerHolder): string {
  const file = config === '' ? '' : ` (${plainText(config)})`;
  return `its configuration${file} differs from the one here, and its own counts; restart it where it should take this one`;
}
