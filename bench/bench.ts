import { parseArgs } from 'node:util';

import { measureHostile } from './hostile/hostile.ts';
import { measureRatio } from './ratio/ratio.ts';

/** How many times a safeParse and a JSON round trip deciding may cost. */
const MOST_RATIO = 6;
/** How many times as long ten times the text may take. */
const MOST_GROWTH = 15;

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false }, hostile: { type: 'boolean', default: false } } });
const report = options.hostile ? await hostileReport() : await ratioReport();
process.stdout.write(options.json ? `${JSON.stringify({ status: report.isGood ? 'ok' : 'error', summary: report.summary })}\n` : `${report.text}\n`);
process.exitCode = report.isGood ? 0 : 1;

async function ratioReport() {
  const ratio = await measureRatio((done, of) => { if (done % 10 === 0) process.stderr.write(`round ${done} of ${of}\n`); });
  const lines = Object.entries(ratio).map(([name, { ratio: times, microseconds, baselineMicroseconds }]) => `${name}: ${times} times (${microseconds} against ${baselineMicroseconds} microseconds a letter)`);
  return { isGood: ratio.fresh.ratio <= MOST_RATIO && ratio.batch.ratio <= MOST_RATIO, summary: { ...ratio, target: MOST_RATIO }, text: lines.join('\n') };
}

async function hostileReport() {
  const cases = await measureHostile((name) => process.stderr.write(`${name}\n`));
  const worst = Math.max(...cases.map(({ growth }) => growth));
  const lines = cases.toSorted((left, right) => right.growth - left.growth).map(({ name, growth, milliseconds }) => `${growth.toFixed(1).padStart(6)} times, ${milliseconds.toFixed(1)} ms for 1 MB: ${name}`);
  return { isGood: worst <= MOST_GROWTH, summary: { worst, target: MOST_GROWTH, cases }, text: lines.join('\n') };
}
