import { customType } from 'drizzle-orm/pg-core';
import { escapeText, unescapeText } from './stored-text.ts';

/** Text that somebody else wrote: it may hold characters that PostgreSQL refuses. */
export const foreignText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: escapeText,
  fromDriver: unescapeText,
});

/** A JSON value as the text of `JSON.stringify`, which is free of NUL and lone surrogates. Never jsonb: it refuses `\u0000` and reorders keys. */
export function jsonText<Value>(name: string) {
  const column = customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (stored) => JSON.parse(stored) as Value,
  });
  return column(name);
}

/** Bytes, as a plain `Uint8Array` whatever the driver gives. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (stored) => new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength),
});

/**
 * A time that a broker reported, in milliseconds since 1970. A double holds every JavaScript date, also those
 * outside the range of a timestamp, so that a nonsensical date does not fail the batch of its letter.
 */
export const foreignTime = customType<{ data: Date; driverData: number }>({
  dataType: () => 'double precision',
  toDriver: (date) => date.getTime(),
  fromDriver: (milliseconds) => new Date(milliseconds),
});

const LATEST = Date.UTC(9999, 11, 31);

/** A time of mendq's own. Times after the year 9999 mean "never" and are cut there. */
export const instant = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: (date) => new Date(Math.min(date.getTime(), LATEST)).toISOString(),
  fromDriver: (stored) => new Date(stored),
});
