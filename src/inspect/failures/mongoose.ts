import type { FailureText } from '../failure-text.ts';
import { mask } from '../mask.ts';
import type { Recognition } from './recogniser.ts';

/** `Order validation failed: qty: Cast to Number failed for value "x" (type string) at path "qty", status: ...`. */
const VALIDATION = /^[\w$]{1,64} validation failed(?:: |$)/;
/** The same behind the plain class that the stack of a document's error begins with. */
const SENTENCE = /^[\w$]{1,64} validation failed: [\w.$]{1,128}: (?:Path `|Cast to |`[^`\n]{0,200}` is not a valid enum value for path `)/;
const CAST = /^Cast to [\w[\]]{1,40} failed for value /;
const VALUE = /`[^`\n]{0,200}` is not a valid enum value|for value [^\n]{0,300}? \(type \w{1,40}\)/g;

/**
 * Mongoose's own check of a document before it is saved. It says nothing of what the worker did before it saved, so that
 * it counts as no refusal of the payload.
 */
export function recogniseMongoose({ errorClass, message, frames }: FailureText): Recognition | undefined {
  const validation = VALIDATION.test(message) && (errorClass === 'ValidationError' || errorClass === 'MongooseError' || SENTENCE.test(message));
  const cast = CAST.test(message) && (errorClass === 'CastError' || errorClass === 'BSONError' || frames.slice(0, 4).some((frame) => frame.includes('/node_modules/mongoose/')));
  return validation || cast ? { library: 'mongoose', code: 'VALIDATION', template: mask(message.replace(VALUE, (found) => (found.startsWith('`') ? '<value> is not a valid enum value' : 'for value <value>'))) } : undefined;
}
