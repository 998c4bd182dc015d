import { keyWords } from '../key-style.ts';
import { readableText } from '../readable-text.ts';
import { textOperation } from './operation-kind.ts';

/** `(0)` is dialled only at home, and a slash may join two numbers (`…34/35`), so that neither is a mere separator. */
const NUMBER = /^(tel:)?(\+[\d .-]{6,30}|\d{6,15})$/i;

const PHONE = /^(?:phone\w*|tel|telephone|mobile\w*|cell\w*|fax\w*|msisdn|whatsapp|sms)$/;

/**
 * `"tel:+33155501234"` and `"+33 1 55 50 12 34"` are `"+33155501234"`: the scheme and what RFC 3966 calls visual separators
 * say nothing of the number. Only for international numbers, and without a scheme only where the name is that of a phone.
 */
export const phoneForm = textOperation({
  name: 'phone-form',
  class: 'lossless',
  codes: ['format', 'pattern', 'too-long', 'custom'],
  suits: ({ want }) => want.members.length === 0 && (want.patterns.length > 0 || want.format === 'phone'),
  read: (text, { key }) => {
    const [, scheme, number = ''] = NUMBER.exec(readableText(text)) ?? [];
    if (number === '' || (scheme === undefined && (!number.startsWith('+') || !keyWords(key).some((word) => PHONE.test(word))))) return undefined;
    const bare = number.replace(/[ .-]/g, '');
    return bare === text ? undefined : bare;
  },
});
