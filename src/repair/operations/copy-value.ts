import { isJsonObject } from '../../core/json.ts';
import { valueAt } from '../../core/json-pointer.ts';
import { sourcesOf } from '../other-names.ts';
import type { OperationKind } from './operation-kind.ts';

/**
 * A missing member gets the value that stands where the user or the schema's own description says that it is found now.
 * The source keeps it. Two sources are two readings, so that nobody decides.
 */
export const copyValue: OperationKind = {
  name: 'copy-value',
  class: 'lossless',
  opens: true,
  guard: { codes: ['missing'], received: ['missing'] },
  propose: (site) => sourcesOf(site).map((source) => ({ with: { source } })),
  act: (site, parameters) => {
    const source = isJsonObject(parameters) ? parameters['source'] : undefined;
    if (typeof source !== 'string' || site.value !== undefined || !isJsonObject(site.parent) || !sourcesOf(site).includes(source)) return undefined;
    const value = valueAt(site.subject.payload, source);
    return value === undefined ? undefined : { kind: 'set', pointer: site.pointer, value, source };
  },
};
