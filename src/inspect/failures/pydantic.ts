import type { FailureText } from '../failure-text.ts';
import { complaintTemplate, maskedPath } from './complaints.ts';
import type { Recognition } from './recogniser.ts';

/** `2 validation errors for Order`, and a paragraph each: the place, then a sentence with the kind of error behind it. */
const HEAD = /^(\d{1,4}) validation errors? for ([\w.[\]]{1,128})\n/;
const ERROR = /\n([^\s\n][^\n]{0,199})\n {2}[^\n]{1,400}?[[(]type=([\w.]{1,64})/g;

/** Pydantic 1 and 2, of a worker in Python whose words the letter repeats. */
export function recognisePydantic({ message }: FailureText): Recognition | undefined {
  const head = HEAD.exec(message);
  if (head === null) return undefined;
  const kinds = [...message.matchAll(ERROR)].slice(0, 32).map(([, place = '', kind = '']) => `${kind} at ${maskedPath(place.replaceAll(' -> ', '.'))}`);
  return { library: 'pydantic', template: complaintTemplate(`validation of ${head[2] ?? ''}:`, kinds) };
}
