// Waits for a line, locks the folder of its argument and says how that went. Ends when its input does.
import { createInterface } from 'node:readline';
import { systemClock } from '../../src/core/clock.ts';
import { isMendqError } from '../../src/core/errors.ts';
import { lockFolder } from '../../src/ledger/folder-lock.ts';

const [, , folder = '', ending = 'wait'] = process.argv;
const lines = createInterface({ input: process.stdin });
process.stdout.write('ready\n');
lines.once('line', () => {
  void lockFolder(folder, { clock: systemClock })
    .then(
      () => 'locked',
      (error: unknown) => (isMendqError(error) ? `${error.code} ${error.message}` : String(error)),
    )
    .then((result) => {
      process.stdout.write(`${result}\n`);
      if (ending === 'end') {
        lines.close();
        process.stdin.destroy();
      }
    });
});
