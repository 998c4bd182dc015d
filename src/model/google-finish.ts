import type { LanguageModelV3FinishReason } from '@ai-sdk/provider';

const FILTERED: ReadonlySet<string> = new Set(['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY', 'MODEL_ARMOR', 'JAILBREAK']);

/** Gemini's reasons why an answer ended. One that is not known counts as `other`. */
export function googleFinish(raw: string | undefined): LanguageModelV3FinishReason {
  if (raw === 'STOP') return { unified: 'stop', raw };
  if (raw === 'MAX_TOKENS') return { unified: 'length', raw };
  if (raw !== undefined && FILTERED.has(raw)) return { unified: 'content-filter', raw };
  if (raw?.startsWith('MALFORMED') === true) return { unified: 'error', raw };
  return { unified: 'other', raw };
}
