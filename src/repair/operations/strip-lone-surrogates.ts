import { strippingOperation } from './stripping-operation.ts';

/** Drops halves of a character that was cut in two, which no encoding can carry. */
export const stripLoneSurrogates = strippingOperation('strip-lone-surrogates', /\p{Surrogate}/gu);
