import { isJsonObject, type Json } from '../../core/json.ts';
import { toDay } from '../calendar.ts';
import { statedDayOrder } from '../day-order.ts';
import { hyphenatedText } from '../readable-text.ts';
import type { OperationKind } from './operation-kind.ts';

/** Three numbers with the same sign between them: the year first or last. */
const PARTS = /^(?<first>\d{4}|\d{1,2})(?<sign>[/.-])(?<second>\d{1,2})\k<sign>(?<third>\d{4}|\d{1,2})$/;

const ORDERS = ['year-first', 'day-first', 'month-first'] as const;

/**
 * `"2026/03/14"` and `"31.03.2026"` are days with one reading. `"03/04/2026"` has two: both are proposed, so that nobody
 * decides, not even a bound or a refinement that refuses one of them. Only the calendar rules a reading out, and a
 * language with its country that the configuration or the payload states, where dates are written with that very sign.
 */
export const dateFromParts: OperationKind = {
  name: 'date-from-parts',
  class: 'lossless',
  guard: { codes: ['format', 'pattern', 'union', 'custom'], received: ['string'] },
  propose: (site) => {
    const { want, value } = site;
    if (want.format !== 'date' && want.format !== undefined) return [];
    const days = new Map(ORDERS.toReversed().map((order) => [readDay(value, order), order]));
    days.delete(undefined);
    const orders = [...days].filter(([day]) => day !== value).map(([, order]) => order);
    const stated = orders.length > 1 ? statedDayOrder(site, signIn(value)) : undefined;
    return orders.filter((order) => stated === undefined || order === stated).map((order) => ({ with: { order } }));
  },
  act: (site, parameters) => {
    const day = isJsonObject(parameters) ? readDay(site.value, parameters['order']) : undefined;
    return day === undefined ? undefined : { kind: 'set', pointer: site.pointer, value: day };
  },
};

function signIn(value: Json | undefined): string {
  return (typeof value === 'string' ? PARTS.exec(hyphenatedText(value))?.groups?.['sign'] : undefined) ?? '';
}

function readDay(value: Json | undefined, order: Json | undefined): string | undefined {
  const { first = '', second = '', third = '' } = (typeof value === 'string' ? PARTS.exec(hyphenatedText(value)) : null)?.groups ?? {};
  if (first === '') return undefined;
  if (order === 'year-first') return toDay(first, second, third);
  if (order === 'day-first') return toDay(third, second, first);
  return order === 'month-first' ? toDay(third, first, second) : undefined;
}
