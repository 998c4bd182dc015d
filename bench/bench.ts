import { parseArgs } from 'node:util';

import { measureHostile } from './hostile/hostile.ts';
import { measureVolume } from './model/volume.ts';
import { measureRatio } from './ratio/ratio.ts';

/** How many times a safeParse and a JSON round trip deciding may cost. */
const MOST_RATIO = 6;
/** How many calls of a model letters of 20 kinds may cost, and how many at the same time. */
const MOST_CALLS = 60;
const MOST_IN_FLIGHT = 2;
/** How many times as long ten times the text may take. */
const MOST_GROWTH = 15;

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false }, hostile: { type: 'boolean', default: false }, model: { type: 'boolean', default: false }, letters: { type: 'string', default: '100000' } } });
const report = options.model ? await volumeReport(Number(options.letters)) : options.hostile ? await hostileReport() : await ratioReport();
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

async function volumeReport(letters: number) {
  if (!Number.isInteger(letters) || letters < 1) throw new RangeError('--letters is not a whole number above 0');
  const volume = await measureVolume(letters, (text) => process.stderr.write(`${text}\n`));
  const { calls, mostInFlight, tokens, dollars, healed, leftToPerson, seconds } = volume;
  const text = `${letters} letters of ${volume.shapes} kinds: ${calls} calls, at most ${mostInFlight} at a time, ${tokens} tokens, ${dollars.toFixed(4)} US dollars; ${healed} healed, ${leftToPerson} left to a person, ${seconds} s`;
  return { isGood: calls <= MOST_CALLS && mostInFlight <= MOST_IN_FLIGHT, summary: { ...volume, target: { calls: MOST_CALLS, inFlight: MOST_IN_FLIGHT } }, text };
}
