import { strippingOperation } from './stripping-operation.ts';

/** Drops U+0000, which PostgreSQL stores in no text. */
export const stripNul = strippingOperation('strip-nul', /\0/g);
