import type { ParsedFailure } from '../core/failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';

/** The answer that the failure quotes, where it is a JSON object; `undefined` where it is cut off or something else. */
export function answerBody({ details }: ParsedFailure): JsonObject | undefined {
  const answer = details['answer'] ?? '';
  if (!answer.startsWith('{')) return undefined;
  try {
    const body = JSON.parse(answer) as Json;
    return isJsonObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
