import { mailtoAddress } from '../email.ts';
import { textOperation } from './operation-kind.ts';

/** `"mailto:ana@example.com"` is `"ana@example.com"` where an address is wanted. A link with a subject or several addresses says more, and stays. */
export const addressFromMailto = textOperation({
  name: 'address-from-mailto',
  class: 'lossless',
  codes: ['format', 'pattern', 'union', 'custom'],
  suits: ({ want }) => want.format === 'email' || (want.format === undefined && want.patterns.length > 0),
  read: (text) => mailtoAddress(text),
  inverse: (written) => (typeof written === 'string' ? `mailto:${written}` : written),
});
