import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';

type ProviderOptions = NonNullable<LanguageModelV3CallOptions['providerOptions']>;

/**
 * Keeps Gemini's thinking short. Thinking counts as output, and left to itself it can use all of it, so that nothing is
 * left for the answer. Providers other than Google's do not read this.
 */
export function shortThinking(modelId: string): ProviderOptions {
  const name = modelId.replace(/^models\//, '');
  if (name.startsWith('gemini-2.5-')) return { google: { thinkingConfig: { thinkingBudget: 512 } } };
  if (name.startsWith('gemini-3')) return { google: { thinkingConfig: { thinkingLevel: 'low' } } };
  return {};
}
