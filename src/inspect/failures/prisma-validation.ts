import type { FailureText } from '../failure-text.ts';
import { mask } from '../mask.ts';
import { complaintTemplate } from './complaints.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** `Invalid `prisma.order.create()` invocation in /app/src/x.ts:3:5`, then the arguments, then what is wrong with them. */
const INVOCATION = /^\s{0,4}Invalid `(?:[\w$]{1,64}\.){0,3}([\w$]{1,64}\(\))` invocation/;
const COMPLAINT = /(?:^|\n)((?:Argument|Unknown arg(?:ument)?|Missing required argument|Unknown field|Invalid value|Field) ?(?:`[\w.$]{1,128}`)?[^\n]{0,200})/g;
/** The value that Prisma was given stands behind these words. */
const VALUE = /(?:, provided |\. We suggest |, got invalid value |: Invalid value provided\. )[^\n]*/;

/**
 * Prisma's own check of a query before it is sent. It says nothing of what the worker did before that query, so that it
 * counts as no refusal of the payload.
 */
export function recognisePrismaValidation({ errorClass, message }: FailureText): Recognition | undefined {
  const invocation = INVOCATION.exec(message);
  const own = errorClass === 'PrismaClientValidationError';
  if (!own && (invocation === null || errorClass.startsWith('PrismaClient'))) return undefined;
  const complaints = [...message.matchAll(COMPLAINT)].slice(0, 8).map(([, words = '']) => mask(words.replace(VALUE, '')));
  if (!own && complaints.length === 0) return undefined;
  const call = invocation?.[1] ?? '';
  return {
    library: 'prisma',
    code: 'VALIDATION',
    template: complaintTemplate(`Invalid ${call} invocation:`, complaints),
    details: knownDetails({ column: /Argument `([\w$]{1,64})`/.exec(message)?.[1] }),
  };
}
