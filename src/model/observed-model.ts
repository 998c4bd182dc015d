import type { LanguageModelV3, LanguageModelV3FinishReason, LanguageModelV3GenerateResult } from '@ai-sdk/provider';

import { countAt, memberOf, textAt } from './members.ts';

/** What a provider gave back, before anybody has judged it. */
export interface Observation {
  readonly text: string;
  readonly finish: LanguageModelV3FinishReason;
  /** As the provider names it; absent where it does not. */
  readonly modelVersion: string | undefined;
  /** Why the prompt was refused, in Gemini's words. */
  readonly blockReason: string | undefined;
  /** Counts that the provider did not state are absent. */
  readonly inputTokens: number | undefined;
  readonly cachedInputTokens: number | undefined;
  /** With thinking. */
  readonly outputTokens: number | undefined;
}

/** Any language model of the AI SDK: what they have in common. */
export interface SomeLanguageModel {
  readonly specificationVersion?: unknown;
  readonly provider?: unknown;
  readonly modelId: string;
  doGenerate(options: unknown): PromiseLike<unknown>;
}

/**
 * A model of the third specification around one of the second or later, that shows `see` what came back. The AI SDK throws
 * for a blocked, a cut and a fenced answer, each in another way and without the provider's own words; this is where they
 * are kept. Warnings are taken out: the SDK would print them to the standard output, in the middle of what a command prints.
 */
export function observedModel(model: SomeLanguageModel, see: (observation: Observation) => void): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: typeof model.provider === 'string' ? model.provider : 'unknown',
    modelId: model.modelId,
    supportedUrls: {},
    doGenerate: async (options) => {
      const observation = observe(await model.doGenerate(options));
      see(observation);
      return asResult(observation);
    },
    doStream: () => Promise.reject(new Error('Answers are read whole')),
  };
}

function observe(result: unknown): Observation {
  const usage = memberOf(result, 'usage');
  return {
    text: textOf(memberOf(result, 'content')),
    finish: finishOf(memberOf(result, 'finishReason')),
    modelVersion: textAt(result, 'response', 'body', 'modelVersion') ?? textAt(result, 'response', 'modelId'),
    blockReason: textAt(result, 'response', 'body', 'promptFeedback', 'blockReason'),
    inputTokens: countAt(usage, 'inputTokens', 'total') ?? countAt(usage, 'inputTokens'),
    cachedInputTokens: countAt(usage, 'inputTokens', 'cacheRead') ?? countAt(usage, 'cachedInputTokens'),
    outputTokens: countAt(usage, 'outputTokens', 'total') ?? countAt(usage, 'outputTokens'),
  };
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content.map((part) => (textAt(part, 'type') === 'text' ? (textAt(part, 'text') ?? '') : '')).join('');
}

/** The second specification has one word, later ones have the provider's word too. */
function finishOf(reason: unknown): LanguageModelV3FinishReason {
  const unified = typeof reason === 'string' ? reason : textAt(reason, 'unified');
  const known = (['stop', 'length', 'content-filter', 'tool-calls', 'error'] as const).find((word) => word === unified);
  return { unified: known ?? 'other', raw: textAt(reason, 'raw') };
}

function asResult({ text, finish, inputTokens, cachedInputTokens, outputTokens }: Observation): LanguageModelV3GenerateResult {
  return {
    content: [{ type: 'text', text }],
    finishReason: finish,
    usage: {
      inputTokens: { total: inputTokens, noCache: undefined, cacheRead: cachedInputTokens, cacheWrite: undefined },
      outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
    },
    warnings: [],
  };
}
