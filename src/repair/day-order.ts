import { statedLocale } from './stated-locale.ts';
import type { Site } from './site.ts';

/** How a country writes days: which number comes first, and the sign between them. */
interface DayForm {
  readonly order: 'day-first' | 'month-first';
  readonly sign: string;
}

/** Regions in which both orders are in use, whatever the tables of languages say, or years of another calendar. */
const MIXED_REGIONS: ReadonlySet<string> = new Set(['AF', 'ET', 'IR', 'NP', 'SA', 'TH', 'AS', 'BZ', 'CA', 'GU', 'KE', 'KY', 'MH', 'MP', 'PA', 'PH', 'PR', 'TG', 'UM', 'VI', 'ZA']);

const known = new Map<string, DayForm | undefined>();
const MOST_KNOWN = 1000;

/**
 * The order of day and month at the site, where the configuration or the payload around it states a language with its
 * country, that country has one order, and it is written with `sign`.
 */
export function statedDayOrder(site: Site, sign: string): DayForm['order'] | undefined {
  const locale = statedLocale(site);
  if (locale === undefined) return undefined;
  const form = known.has(locale.tag) ? known.get(locale.tag) : readForm(locale.tag);
  if (known.size < MOST_KNOWN) known.set(locale.tag, form);
  return form?.sign === sign ? form.order : undefined;
}

function readForm(tag: string): DayForm | undefined {
  try {
    const { language, region = '' } = new Intl.Locale(tag);
    // People in the United States who read another language write dates in either order.
    if (MIXED_REGIONS.has(region) || region === '' || (region === 'US' && language !== 'en')) return undefined;
    if (Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0) return undefined;
    const parts = new Intl.DateTimeFormat(tag, { calendar: 'gregory', numberingSystem: 'latn', year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' }).formatToParts(0);
    const order = parts.filter(({ type }) => type !== 'literal').map(({ type }) => type).join(' ');
    const sign = parts.find(({ type }) => type === 'literal')?.value.trim() ?? '';
    if (order === 'day month year') return { order: 'day-first', sign };
    return order === 'month day year' ? { order: 'month-first', sign } : undefined;
  } catch {
    return undefined;
  }
}
