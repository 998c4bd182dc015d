import { InvalidArgumentError } from 'commander';
import { systemClock } from '../core/clock.ts';
import { parseJson } from '../core/json.ts';
import type { PayloadChange } from '../repair/repair.ts';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Longest duration that a timer can wait for: about 24 days. */
const LONGEST = 2_147_483_647;

/** Milliseconds of `500ms`, `30s`, `10m`, `1.5h` or `1d`. */
export function readDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (!(milliseconds >= 1)) throw new InvalidArgumentError('Give a number with a unit: 500ms, 30s, 10m, 1h or 1d.');
  if (milliseconds > LONGEST) throw new InvalidArgumentError('Give at most 24d.');
  return Math.round(milliseconds);
}

/** A moment: a day or a time in ISO 8601, or how long ago it is (`36h`, `90d`). */
export function readSince(text: string): Date {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text.trim()) ?? [];
  const since = unit === undefined ? isoTime(text.trim()) : new Date(systemClock.now().getTime() - Number(amount) * (UNITS[unit] ?? 0));
  if (Number.isNaN(since.getTime())) throw new InvalidArgumentError('Give a day (2026-11-30), a time (2026-11-30T03:15:00Z), or how long ago (7d).');
  return since;
}

function isoTime(text: string): Date {
  return new Date(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text) ? text : Number.NaN);
}

/** A whole number above 0. */
export function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('Give a whole number above 0.');
  return count;
}

/** A port; 0 takes any free one. */
export function readPort(text: string): number {
  const port = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new InvalidArgumentError('Give a port between 0 and 65535.');
  return port;
}

/** Adds to a list; one text may hold several entries with commas between them. */
export function readList(text: string, before: readonly string[] = []): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim()).filter((entry) => entry !== '');
  if (entries.length === 0) throw new InvalidArgumentError('Give at least one name.');
  return [...new Set([...before, ...entries])];
}

/** `readList` that admits only some entries. */
export function readChoices(choices: readonly string[]): (text: string, before?: readonly string[]) => readonly string[] {
  return (text, before) => {
    const entries = readList(text, before);
    if (entries.some((entry) => !choices.includes(entry))) throw new InvalidArgumentError(`Allowed: ${choices.join(', ')}.`);
    return entries;
  };
}

/** Adds `/pointer=JSON` to a list of changes. The text goes on as it is, so that no number is rounded on the way. */
export function readChange(text: string, before: readonly PayloadChange[] = []): readonly PayloadChange[] {
  const end = text.indexOf('=');
  const [pointer, value] = [text.slice(0, Math.max(0, end)), text.slice(end + 1)];
  if (end < 0 || !(pointer === '' || pointer.startsWith('/'))) throw new InvalidArgumentError('Give a JSON Pointer, = and a value, as in /amount=12.5.');
  if (parseJson(value) === undefined) throw new InvalidArgumentError(`The value is not JSON. A text stands in double quotes: --set '${pointer}="text"'.`);
  return [...before, { pointer, text: value }];
}

/** Adds a JSON Pointer to a list. A pointer may hold a comma, so that each is given by itself. */
export function readPointer(text: string, before: readonly string[] = []): readonly string[] {
  if (!text.startsWith('/')) throw new InvalidArgumentError('Give a JSON Pointer, as in /items/0/note.');
  return [...before, text];
}
