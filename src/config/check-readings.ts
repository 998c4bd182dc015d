import { configError } from '../core/errors.ts';
import { isSafePointer } from '../core/json-pointer.ts';

type Given = Readonly<Record<string, unknown>>;

/** Checks what a job type says of how its payloads are to be read. Throws `MENDQ_E_CONFIG` that names the place and the remedy. */
export function checkReadings(given: Given, where: string): void {
  for (const [place, others] of placesOf(given['aliases'], `${where}, aliases`, "{ '/instanceId': ['instance'] }")) {
    const fits = Array.isArray(others) && others.length > 0 && others.every(isKeyOrPointer);
    if (!fits) throw configError(`${where}, aliases, ${place}`, 'it is not a list of keys and JSON Pointers', "Write for example ['instance', '/items/data/[*]/id'].");
  }
  for (const [place, words] of placesOf(given['synonyms'], `${where}, synonyms`, "{ '/status': { canceled: 'CANCELLED' } }")) {
    const fits = isRecord(words) && Object.values(words).every((meaning) => meaning === null || ['string', 'number', 'boolean'].includes(typeof meaning));
    if (!fits) throw configError(`${where}, synonyms, ${place}`, 'it is not an object of words and what they mean', "Write for example { canceled: 'CANCELLED' }.");
  }
  for (const [place, locale] of placesOf(given['locales'], `${where}, locales`, "{ '/weight': 'de-DE' }")) {
    if (!isLocale(locale)) throw configError(`${where}, locales, ${place}`, `${JSON.stringify(locale)} is not a language tag that this Node knows`, 'Write for example "de-DE" or "en-IN".');
  }
  checkProtectNames(given['protectNames'], `${where}, protectNames`);
}

function placesOf(value: unknown, where: string, example: string): readonly (readonly [string, unknown])[] {
  if (value === undefined) return [];
  if (!isRecord(value)) throw configError(where, 'it is not an object', `Write for example ${example}.`);
  const places = Object.entries(value);
  const wrong = places.find(([place]) => !place.startsWith('/') || !isSafePointer(place));
  if (wrong !== undefined) throw configError(where, `${JSON.stringify(wrong[0])} is not a JSON Pointer`, `Write for example ${example}.`);
  return places;
}

function checkProtectNames(value: unknown, where: string): void {
  if (value === undefined || value === false) return;
  const hint = "Write false, or { also: ['customerRef'], except: ['/notifyEmail'] }.";
  if (!isRecord(value)) throw configError(where, 'it is neither false nor an object', hint);
  for (const [key, names] of Object.entries(value)) {
    if (key !== 'also' && key !== 'except') throw configError(`${where}, ${key}`, 'there is no such setting', hint);
    if (!Array.isArray(names) || !names.every(isKeyOrPointer)) throw configError(`${where}, ${key}`, 'it is not a list of keys and JSON Pointers', hint);
  }
}

function isKeyOrPointer(name: unknown): boolean {
  return typeof name === 'string' && name !== '' && isSafePointer(name.startsWith('/') ? name : `/${name}`);
}

function isLocale(tag: unknown): boolean {
  try {
    return typeof tag === 'string' && Intl.NumberFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
