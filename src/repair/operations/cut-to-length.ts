import { isJsonObject, type Json } from '../../core/json.ts';
import type { OperationKind } from './operation-kind.ts';

/** Cuts free text to the length that the schema or the store allows, never through a character. */
export const cutToLength: OperationKind = {
  name: 'cut-to-length',
  class: 'lossy',
  guard: { codes: ['too-long'], received: ['string'] },
  propose: ({ want, issue, freeText }) => {
    const length = want.maxLength ?? Number(issue?.expected);
    return freeText && Number.isInteger(length) && length > 0 ? [{ with: { length } }] : [];
  },
  act: ({ pointer, value }, parameters) => {
    const length = lengthIn(parameters);
    if (typeof value !== 'string' || length === undefined || value.length <= length) return undefined;
    // Half of a pair of surrogates is no character: such a pair goes as a whole.
    return { kind: 'set', pointer, value: value.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') };
  },
};

function lengthIn(parameters: Json | undefined): number | undefined {
  const length = isJsonObject(parameters) ? parameters['length'] : undefined;
  return typeof length === 'number' && Number.isInteger(length) && length > 0 ? length : undefined;
}
