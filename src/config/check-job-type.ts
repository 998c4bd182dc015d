import { configError } from '../core/errors.ts';
import type { AnyJobTypeOptions } from '../core/job-type-options.ts';
import { isSafePointer } from '../core/json-pointer.ts';
import { checkReadings } from './check-readings.ts';

const EFFECTS: ReadonlySet<unknown> = new Set(['none', 'database', 'external']);
const HOOKS = ['idempotencyKey', 'fulfilled', 'fulfilledMany', 'source', 'subject'] as const;
const POINTERS = ['protect', 'freeText', 'tidy', 'showToModel'] as const;
const KEYS: ReadonlySet<string> = new Set(['schema', 'effects', 'fill', 'aliases', 'synonyms', 'locales', 'protectNames', 'redact', ...HOOKS, ...POINTERS]);

/** Checks a job type that may come from plain JavaScript. Throws `MENDQ_E_CONFIG` that names the place and the remedy. */
export function checkJobType(options: AnyJobTypeOptions, where: string): void {
  const given = options as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((key) => !KEYS.has(key));
  if (unknown !== undefined) throw configError(`${where}, ${unknown}`, 'there is no such setting', `Known: ${[...KEYS].join(', ')}.`);
  const noFunction = HOOKS.find((key) => given[key] !== undefined && typeof given[key] !== 'function');
  if (noFunction !== undefined) throw configError(`${where}, ${noFunction}`, 'it is not a function', `Write ${noFunction}: (job) => …`);
  if (given['effects'] !== undefined && !EFFECTS.has(given['effects'])) {
    throw configError(`${where}, effects`, `${JSON.stringify(given['effects'])} is unknown`, `Use one of: ${[...EFFECTS].join(', ')}.`);
  }
  checkPointers(given, where);
  checkReadings(given, where);
}

function checkPointers(given: Readonly<Record<string, unknown>>, where: string): void {
  const noList = POINTERS.find((key) => given[key] !== undefined && !Array.isArray(given[key]));
  if (noList !== undefined) throw configError(`${where}, ${noList}`, 'it is not a list', `Write ${noList}: ['/path'].`);
  const { fill = {} } = given;
  if (typeof fill !== 'object' || fill === null || Array.isArray(fill)) throw configError(`${where}, fill`, 'it is not an object', "Write fill: { '/path': value }.");
  const pointers = [...POINTERS.flatMap((key) => (given[key] ?? []) as unknown[]), ...Object.keys(fill)];
  for (const pointer of pointers) {
    if (typeof pointer !== 'string' || !pointer.startsWith('/') || !isSafePointer(pointer)) {
      throw configError(where, `${JSON.stringify(pointer)} is not a JSON Pointer`, 'Write for example "/options/notifyEmail" or "/items/[*]/price".');
    }
  }
}
