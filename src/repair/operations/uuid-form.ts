import { readUuid } from '../uuid.ts';
import { textOperation } from './operation-kind.ts';

/** `"{8B1F…}"`, `"urn:uuid:8b1f…"` and 32 digits without hyphens are the same 128 bits as the hyphenated form. The case stays. */
export const uuidForm = textOperation({
  name: 'uuid-form',
  class: 'lossless',
  codes: ['format', 'pattern', 'too-long', 'union', 'custom'],
  suits: ({ want }) => want.format === 'uuid' || (want.format === undefined && want.patterns.length > 0),
  read: (text) => {
    const uuid = readUuid(text);
    return uuid === text ? undefined : uuid;
  },
});
