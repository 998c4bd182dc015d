import assert from 'node:assert/strict';

import { jsonEqual } from '../../../src/core/json.ts';
import { operationNamed } from '../../../src/repair/operations/registry.ts';
import { readAgain, WRITTEN } from '../inverses.ts';
import { property, type Property } from './property.ts';

/** What holds of operations that can be turned round. */
export const INVERSE_LAWS: readonly Property[] = Object.entries(WRITTEN).map(([name, { wants, values }], _, all) =>
  property({
    name: `inverse-${name}`,
    share: 5 / all.length,
    cases: values,
    check: async (written) => {
      const kind = operationNamed(name);
      assert(kind !== undefined);
      const again = await readAgain(kind, wants, written);
      assert(jsonEqual(again, written), `read ${JSON.stringify(again)}`);
    },
  }),
);
