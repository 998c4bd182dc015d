import { isJsonObject } from '../../core/json.ts';
import { mayBeSentOtherwise } from '../sent-otherwise.ts';
import type { OperationKind } from './operation-kind.ts';

/** The schema's own default for a member that is missing or null. */
export const setDefault: OperationKind = {
  name: 'set-default',
  class: 'default',
  guard: { codes: ['missing', 'type', 'union', 'enum', 'const', 'format', 'custom'], received: ['missing', 'null'] },
  propose: (site) => {
    const value = site.want.default;
    return value === undefined || value === null || mayBeSentOtherwise(site) ? [] : [{ with: value }];
  },
  act: ({ pointer, value, parent }, parameters) => {
    const empty = value === undefined || value === null;
    return empty && parameters !== undefined && isJsonObject(parent) ? { kind: 'set', pointer, value: parameters } : undefined;
  },
};
