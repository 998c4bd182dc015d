// Opens the ledger of its argument (a folder, or a URL) and records letters until it is killed, or closes it at once.
import { systemClock } from '../../src/core/clock.ts';
import { letterIdOf } from '../../src/core/dead-letter.ts';
import { openPgliteLedger } from '../../src/ledger/pglite.ts';
import { openPostgresLedger } from '../../src/ledger/postgres.ts';
import { at, raw } from './build.ts';

const [, , location = '', task = 'record'] = process.argv;
process.stdout.write('starting\n');
const { ledger } = location.startsWith('postgres:') ? await openPostgresLedger({ url: location }) : await openPgliteLedger({ folder: location, clock: systemClock });
if (task === 'record') await recordForEver();
await ledger.counts();
if (task === 'close') await ledger.close();
process.stdout.write('done\n');

async function recordForEver(): Promise<never> {
  for (let index = 0; ; index += 1) {
    const letters = [raw(`${index}-a`), raw(`${index}-b`)];
    await ledger.record(letters, at(0));
    process.stdout.write(`${letters.map(letterIdOf).join(' ')}\n`);
  }
}
