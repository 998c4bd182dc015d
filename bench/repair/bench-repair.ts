import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { runBench, type BenchRun, type Score } from './run-bench.ts';

const { values: options } = parseArgs({
  options: { letters: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' }, json: { type: 'boolean', default: false }, missed: { type: 'boolean', default: false } },
});
const letters = positive('--letters', options.letters);
const seed = positive('--seed', options.seed);

const started = process.hrtime.bigint();
let told = 0;
const run = await runBench(letters, seed, (done) => {
  if (done < letters && done - told < letters / 20) return;
  told = done;
  process.stderr.write(`${done} of ${letters} letters\n`);
});
const summary = summaryOf(run, Number(process.hrtime.bigint() - started) / 1e9);
const isBad = summary.mendq.wrongOnProtected > 0 || summary.mendq.wrong > letters / 10_000;
process.stdout.write(options.json ? `${JSON.stringify({ status: isBad ? 'error' : 'ok', summary })}\n` : `${tableOf(run)}\n${summary.text}\n`);
if (options.missed) process.stderr.write(`${JSON.stringify(Object.fromEntries([...run.missed].map(([name, reasons]) => [name, Object.fromEntries([...reasons].toSorted(([, left], [, right]) => right - left).slice(0, 5))])), null, 1)}\n`);
process.exitCode = isBad ? 1 : 0;

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  process.stderr.write(`${name}: give a whole number above 0\n`);
  process.exit(2);
}

function summaryOf({ total, repairable, defects, wrongRepairs }: BenchRun, seconds: number) {
  const { mendq = { healed: 0, wrong: 0, wrongOnProtected: 0, abstained: 0 }, ...peers } = total;
  const careful = Object.entries(peers).filter(([, peer]) => peer.wrong <= mendq.wrong).map(([, peer]) => peer.healed);
  const best = Math.max(...Object.values(peers).map(({ healed }) => healed));
  const text = `mendq heals ${percent(mendq.healed, repairable)} of the ${repairable} repairable letters; the peer that heals most heals ${percent(best, repairable)} and is wrong ${Math.min(...Object.values(peers).map(({ wrong }) => wrong))} times or more.`;
  return {
    letters, seed, repairable, seconds: Math.round(seconds * 10) / 10, mendq, peers,
    /** How many times as many letters as the peer that heals most, and as the best of those that are wrong no more often; null where there is none. */
    timesBestPeer: Math.round((mendq.healed / best) * 100) / 100,
    timesBestCarefulPeer: careful.length === 0 || Math.max(...careful) === 0 ? null : Math.round((mendq.healed / Math.max(...careful)) * 100) / 100,
    byDefect: defects, wrongRepairs, text,
  };
}

function percent(part: number, of: number): string {
  return `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
}

function tableOf({ defects, total, letters: all }: BenchRun): string {
  const names = Object.keys(total);
  const table = new Table({ head: ['defect', 'letters', ...names.map((name) => `${name}\nhealed/wrong`)], style: { head: [], border: [], compact: true } });
  const cells = (scores: Readonly<Record<string, Score>>): string[] => names.map((name) => `${scores[name]?.healed ?? 0} / ${scores[name]?.wrong ?? 0}`);
  for (const { name, repairable, letters: ofKind, scores } of defects) table.push([repairable ? name : `${name} (*)`, ofKind, ...cells(scores)]);
  table.push(['all', all, ...cells(total)]);
  table.push(['wrong on protected', '', ...names.map((name) => String(total[name]?.wrongOnProtected ?? 0))]);
  return `${table.toString()}\n(*) nobody can tell what was meant: leaving the letter alone is right.`;
}
