import type { Json } from '../../core/json.ts';
import { mayBeLongAgo, unitOf } from '../time-units.ts';
import { valueOperation } from './operation-kind.ts';

/**
 * `1767225600` is `"2026-01-01T00:00:00Z"` where the schema wants a moment in ISO 8601. The unit follows from the size:
 * a number that lies between 2000 and 2100 in one unit does not in any other. Members that may lie before 2000 (a day of
 * birth) are left alone, and so is what is counted more finely than the form can hold.
 */
export const dateTimeFromEpoch = valueOperation({
  name: 'date-time-from-epoch',
  class: 'lossless',
  guard: { codes: ['type', 'format', 'union'], received: ['integer', 'string'] },
  suits: ({ want, key }) => want.format === 'date-time' && !mayBeLongAgo(key),
  read: (value) => {
    const moment = typeof value === 'string' && /^\d{10,16}$/.test(value) ? Number(value) : value;
    return typeof moment === 'number' && Number.isSafeInteger(moment) ? isoMoment(moment) : undefined;
  },
});

function isoMoment(moment: number): Json | undefined {
  const unit = unitOf(moment);
  const milliseconds = unit === undefined ? NaN : moment / (unit.perSecond / 1000);
  if (!Number.isInteger(milliseconds)) return undefined;
  const text = new Date(milliseconds).toISOString();
  return unit?.name === 'seconds' ? text.replace('.000Z', 'Z') : text;
}
