import { isJsonObject } from '../../core/json.ts';
import { isRequired } from '../want.ts';
import type { OperationKind } from './operation-kind.ts';

/** A null in a member that may be absent but not null says no more than its absence. */
export const dropNull: OperationKind = {
  name: 'drop-null',
  class: 'default',
  guard: { codes: ['type', 'union', 'enum', 'const', 'format', 'custom'], received: ['null'] },
  propose: ({ key, parent, parentFragment }) => (isJsonObject(parent) && isRequired(parentFragment, key) !== true ? [{}] : []),
  act: ({ pointer, value, parent }) => (value === null && isJsonObject(parent) ? { kind: 'remove', pointer } : undefined),
};
