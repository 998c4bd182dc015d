import { hyphenatedText } from './readable-text.ts';

const FORMS = /^(?:urn:uuid:|uuid:)?(?:\{([^{}()]+)\}|\(([^{}()]+)\)|([^{}()]+))$/i;
const DIGITS = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i;

/** The UUID that a text holds in one of its written forms, hyphenated and in its own case; `undefined` where it holds none. */
export function readUuid(text: string): string | undefined {
  if (text.length > 200) return undefined;
  const [, braced, inParentheses, plain] = FORMS.exec(hyphenatedText(text)) ?? [];
  const [, ...groups] = DIGITS.exec(braced ?? inParentheses ?? plain ?? '') ?? [];
  return groups.length === 5 ? groups.join('-') : undefined;
}
