import { isJsonObject } from '../../core/json.ts';
import { isDecisiveName } from '../decisive-names.ts';
import { mayBeSentOtherwise, mayHoldTheValue } from '../sent-otherwise.ts';
import type { OperationKind } from './operation-kind.ts';

/**
 * The schema's own default for a member that is missing or null. Where a member that nobody knows stands beside it and
 * would do as its value (`{ "prio": 7 }` for `priority`), the default would hide what was sent. Nor does one stand for a
 * value that decides what the job does: how many, which way, with whose consent.
 */
export const setDefault: OperationKind = {
  name: 'set-default',
  class: 'default',
  guard: { codes: ['missing', 'type', 'union', 'enum', 'const', 'format', 'custom'], received: ['missing', 'null'] },
  propose: (site) => {
    const value = site.want.default;
    return value === undefined || value === null || isDecisiveName(site.key, value) || mayBeSentOtherwise(site) || mayHoldTheValue(site, value) ? [] : [{ with: value }];
  },
  act: ({ pointer, value, parent }, parameters) => {
    const empty = value === undefined || value === null;
    return empty && parameters !== undefined && isJsonObject(parent) ? { kind: 'set', pointer, value: parameters } : undefined;
  },
};
