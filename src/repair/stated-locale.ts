import { isJsonObject } from '../core/json.ts';
import { coversPointer, pointerSegments, toPointer, valueAt } from '../core/json-pointer.ts';
import type { Site } from './site.ts';

/** How a language writes numbers, and who says that it is this one: the configuration, or only the payload. */
export interface NumberSigns {
  readonly group: string;
  readonly decimal: string;
  readonly declared: boolean;
}

/** Members in which payloads name the language of their texts. */
const KEYS = ['locale', 'language', 'lang'] as const;

/** With a region: Spanish is written with a comma in Spain and with a dot in Mexico. */
const TAG = /^[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?[-_](?:[A-Z]{2}|\d{3})$/;

const known = new Map<string, Omit<NumberSigns, 'declared'> | undefined>();
const MOST_KNOWN = 1000;

/** The signs that numbers at the site are written with, where the configuration or the payload around them states a language. */
export function statedSigns(site: Site): NumberSigns | undefined {
  const locale = statedLocale(site);
  const signs = locale === undefined ? undefined : signsOf(locale.tag);
  return signs && { ...signs, declared: locale?.declared === true };
}

/** The language of the site: that of the configuration, or else the one that the payload around it names. */
export function statedLocale(site: Site): { readonly tag: string; readonly declared: boolean } | undefined {
  const declared = Object.entries(site.subject.jobType.locales ?? {}).find(([place]) => coversPointer(place, site.pointer))?.[1];
  const tag = declared ?? localeAround(site);
  return tag === undefined ? undefined : { tag, declared: declared !== undefined };
}

/** The language that the nearest object around the site names; `undefined` where it names none, or two. */
function localeAround({ subject, parentPointer }: Site): string | undefined {
  const segments = pointerSegments(parentPointer);
  for (let depth = segments.length; depth >= 0; depth--) {
    const holder = valueAt(subject.payload, toPointer(segments.slice(0, depth)));
    if (!isJsonObject(holder)) continue;
    const tags = KEYS.flatMap((key) => (Object.hasOwn(holder, key) ? [holder[key]] : []));
    const [tag] = tags;
    if (tag !== undefined) return typeof tag === 'string' && TAG.test(tag) && tags.every((other) => other === tag) ? tag.replaceAll('_', '-') : undefined;
  }
  return undefined;
}

function signsOf(tag: string): Omit<NumberSigns, 'declared'> | undefined {
  if (known.has(tag)) return known.get(tag);
  const signs = readSigns(tag);
  if (known.size < MOST_KNOWN) known.set(tag, signs);
  return signs;
}

function readSigns(tag: string): Omit<NumberSigns, 'declared'> | undefined {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(tag).length === 0) return undefined;
    const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(-12345678.5);
    const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
    return { group: plainSign(sign('group')), decimal: sign('decimal') };
  } catch {
    return undefined;
  }
}

/** One sign for all kinds of blanks, and one for all kinds of apostrophes. */
export function plainSign(sign: string): string {
  if (/^[\s\u00a0\u202f\u2009]$/.test(sign)) return ' ';
  return sign === '\u2019' ? '\'' : sign;
}
