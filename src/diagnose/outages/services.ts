import type { OutageTable } from './outage-kind.ts';

/** Outages by library and by the code that its parser gives: a name like UNAVAILABLE means this only where the library said it. */
export const SERVICE_OUTAGES: Readonly<Record<string, OutageTable>> = {};
