import type { OperationKind } from './operation-kind.ts';

/**
 * An operation that drops every character that `unwanted` finds. It answers no issue of a schema: it is planned where a
 * store refused the text, on free text only.
 */
export function strippingOperation(name: string, unwanted: RegExp): OperationKind {
  return {
    name,
    class: 'lossy',
    guard: { codes: [], received: ['string'] },
    propose: () => [],
    act: ({ pointer, value }) => {
      const stripped = typeof value === 'string' ? value.replaceAll(unwanted, '') : value;
      return stripped === undefined || stripped === value ? undefined : { kind: 'set', pointer, value: stripped };
    },
  };
}
