import { isJsonObject } from '../../core/json.ts';
import type { OperationKind } from './operation-kind.ts';

/** The schema's own default for a member that is missing or null. */
export const setDefault: OperationKind = {
  name: 'set-default',
  class: 'default',
  guard: { codes: ['missing', 'type', 'union', 'enum', 'const', 'format', 'custom'], received: ['missing', 'null'] },
  propose: ({ want }) => (want.default === undefined || want.default === null ? [] : [{ with: want.default }]),
  act: ({ pointer, value, parent }, parameters) => {
    const empty = value === undefined || value === null;
    return empty && parameters !== undefined && isJsonObject(parent) ? { kind: 'set', pointer, value: parameters } : undefined;
  },
};
