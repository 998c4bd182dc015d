import { Command, InvalidArgumentError, Option } from 'commander';
import { freshDatabase, redisUrl } from '../services.ts';
import { crashRounds, type CrashOptions } from './rounds.ts';

const command = new Command('crash')
  .description('kills healing processes at every step and checks that nothing is lost and nothing done twice')
  .addOption(new Option('--broker <broker>', 'where the letters are').choices(['embedded', 'bullmq-redis']).default('embedded'))
  .option('--rounds <number>', 'rounds with a kill', positiveInteger, 20)
  .option('--seed <number>', 'makes a run repeatable', positiveInteger, 1)
  .option('--json', 'print one JSON object and nothing else')
  .parse();

const { broker, rounds, seed, json } = command.opts<{ broker: CrashOptions['broker']; rounds: number; seed: number; json?: boolean }>();
const database = broker === 'embedded' ? undefined : await freshDatabase();
const summary = await crashRounds({
  broker,
  rounds,
  seed,
  redisUrl: database === undefined ? '' : redisUrl(),
  databaseUrl: database?.url ?? '',
  onRound: (round, kills) => process.stderr.write(`round ${round} of ${rounds}, ${kills} kills\n`),
});
await database?.drop();
const faulty = summary.lost + summary.duplicated + summary.wrongPayload + summary.stuck > 0;
process.stdout.write(json === true ? `${JSON.stringify({ status: faulty ? 'error' : 'ok', summary })}\n` : `${JSON.stringify(summary, null, 2)}\n`);
process.exitCode = faulty ? 1 : 0;

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('give a whole number above 0');
  return value;
}
