import { isJsonObject } from '../../core/json.ts';
import { readTypedMembers } from '../typed-json.ts';
import { wantsOnly } from '../wanted-members.ts';
import type { OperationKind } from './operation-kind.ts';

/**
 * A whole payload of which every member is an attribute value of DynamoDB or a value of Firestore becomes the plain object,
 * where it holds what the schema asks for. It acts on the payload at once: it would be too many operations one by one.
 */
export const unwrapTaggedMembers: OperationKind = {
  name: 'unwrap-tagged-members',
  class: 'lossless',
  opens: true,
  guard: { codes: [], received: ['object'] },
  // It is planned by what the payload is.
  propose: () => [],
  act: ({ pointer, subject, value }) => {
    const members = pointer === '' && subject.issues.length > 0 && isJsonObject(value) ? readTypedMembers(value) : undefined;
    return members !== undefined && wantsOnly(subject, members) ? { kind: 'set', pointer, value: members } : undefined;
  },
};
