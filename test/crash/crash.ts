import { Command, InvalidArgumentError, Option } from 'commander';
import { crashRounds, FAULTS_OF, type FaultKind } from './rounds.ts';
import { BROKERS, type Broker } from './stores.ts';

const ALL_FAULTS = [...new Set(Object.values(FAULTS_OF).flat())];

const command = new Command('crash')
  .description('disturbs healing at every step and checks that nothing is lost and nothing done twice')
  .addOption(new Option('--broker <broker>', 'where the letters are').choices(BROKERS).default('embedded'))
  .addOption(new Option('--faults <kind>', 'what disturbs it: killed processes or all that the broker can suffer').choices([...ALL_FAULTS, 'all']).default('kills'))
  .option('--rounds <number>', 'disturbed rounds of each kind', positiveInteger, 20)
  .option('--seed <number>', 'makes a run repeatable', positiveInteger, 1)
  .option('--json', 'print one JSON object and nothing else')
  .parse();

const { broker, faults: wanted, rounds, seed, json } = command.opts<{ broker: Broker; faults: FaultKind | 'all'; rounds: number; seed: number; json?: boolean }>();
const faults = wanted === 'all' ? FAULTS_OF[broker] : [wanted];
const impossible = faults.find((kind) => !FAULTS_OF[broker].includes(kind));
if (impossible !== undefined) command.error(`error: the broker ${broker} can't suffer ${impossible}; possible are: ${FAULTS_OF[broker].join(', ')}`);
const summary = await crashRounds({
  broker,
  faults,
  rounds,
  seed,
  onRound: (kind, round, disturbances) => process.stderr.write(`${kind}: round ${round} of ${rounds}, ${disturbances} so far\n`),
});
const faulty = summary.lost + summary.duplicated + summary.wrongPayload + summary.stuck > 0;
process.stdout.write(json === true ? `${JSON.stringify({ status: faulty ? 'error' : 'ok', summary })}\n` : `${JSON.stringify(summary, null, 2)}\n`);
process.exitCode = faulty ? 1 : 0;

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('give a whole number above 0');
  return value;
}
