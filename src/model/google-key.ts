import { configError } from '../core/errors.ts';

/** Where a key of the Gemini API is looked for, in this order. */
const NAMES = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];

/** The key of the environment. Throws `MENDQ_E_CONFIG` where there is none. An empty one is none. */
export function googleKey(environment: Readonly<Record<string, string | undefined>>): string {
  const key = NAMES.map((name) => environment[name]?.trim()).find((value) => value !== undefined && value !== '');
  if (key !== undefined) return key;
  throw configError('model', 'there is no key for the Gemini API', `Set ${NAMES[0]} (or ${NAMES.slice(1).join(' or ')}) in the environment, or give googleModel(id, { apiKey }).`);
}
