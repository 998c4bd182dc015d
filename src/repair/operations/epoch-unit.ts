import { isJsonObject, type Json } from '../../core/json.ts';
import type { Site } from '../site.ts';
import { boundsMoments, tellsOfMoment, TIME_UNITS, unitOf } from '../time-units.ts';
import type { Want } from '../want.ts';
import type { OperationKind } from './operation-kind.ts';

/**
 * `1767225600` (seconds) is `1767225600000` where the schema counts moments in milliseconds, and the other way round: the
 * same moment, counted in another unit. Its own unit follows from its size, the wanted one from a bound of the schema
 * that it breaks; nothing is rounded, and only members that tell of a moment are read so.
 */
export const epochUnit: OperationKind = {
  name: 'epoch-unit',
  class: 'lossless',
  guard: { codes: ['too-small', 'too-big', 'type', 'custom'], received: ['integer', 'string'] },
  propose: (site) => {
    const value = momentIn(site.value);
    if (value === undefined || !tellsOfMoment(site.key, site.want) || fits(value, site.want)) return [];
    const units = TIME_UNITS.filter((unit) => unit !== unitOf(value) && hasBoundOf(site, unit));
    const fitting = units.filter(({ name }) => { const converted = inUnit(value, name); return converted !== undefined && fits(converted, site.want); });
    return fitting.length === 1 ? fitting.map(({ name }) => ({ with: { unit: name } })) : [];
  },
  act: ({ pointer, value }, parameters) => {
    const moment = momentIn(value);
    const converted = moment === undefined || !isJsonObject(parameters) ? undefined : inUnit(moment, parameters['unit']);
    return converted === undefined ? undefined : { kind: 'set', pointer, value: converted };
  },
};

function momentIn(value: Json | undefined): number | undefined {
  const moment = typeof value === 'string' && /^\d{10,16}$/.test(value) ? Number(value) : value;
  return typeof moment === 'number' && Number.isSafeInteger(moment) && unitOf(moment) !== undefined ? moment : undefined;
}

function fits(value: number, { minimum, maximum }: Want): boolean {
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

function hasBoundOf({ want: { minimum, maximum } }: Site, unit: (typeof TIME_UNITS)[number]): boolean {
  return [minimum, maximum].some((bound) => bound !== undefined && boundsMoments(bound, unit));
}

function inUnit(moment: number, name: Json | undefined): number | undefined {
  const [from, to] = [unitOf(moment), TIME_UNITS.find((unit) => unit.name === name)];
  if (from === undefined || to === undefined || from === to) return undefined;
  const converted = to.perSecond > from.perSecond ? moment * (to.perSecond / from.perSecond) : moment / (from.perSecond / to.perSecond);
  return Number.isSafeInteger(converted) ? converted : undefined;
}
