import { strippingOperation } from './stripping-operation.ts';

/** Drops characters that take four bytes in UTF-8 (emoji, rare ideographs), which a store with three-byte text refuses. */
export const stripFourByteCharacters = strippingOperation('strip-four-byte-characters', /[\u{10000}-\u{10FFFF}]/gu);
