import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3GenerateResult } from '@ai-sdk/provider';

import { parseJson } from '../core/json.ts';
import { googleFinish } from './google-finish.ts';
import { countAt, memberOf, textAt } from './members.ts';

/** What is used of a client of `@google/genai`: `new GoogleGenAI({ apiKey })`. */
export interface GoogleGenAIClient {
  readonly models: {
    generateContent(request: { model: string; contents: { role: string; parts: { text: string }[] }[]; config: GenerateConfig }): Promise<unknown>;
  };
}

interface GenerateConfig {
  systemInstruction?: string;
  responseMimeType?: string;
  responseJsonSchema?: unknown;
  maxOutputTokens?: number;
  temperature?: number;
  thinkingConfig?: object;
  abortSignal?: AbortSignal;
}

/**
 * A language model of the AI SDK around a client of `@google/genai` that the application has already: its key, its project
 * and its retries are those of the client. The answer's form travels as a whole JSON Schema.
 */
export function fromGoogleGenAI(client: GoogleGenAIClient, modelId: string): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'google.genai',
    modelId,
    supportedUrls: {},
    doGenerate: async (options) => {
      try {
        return resultOf(await client.models.generateContent(requestOf(options, modelId)));
      } catch (error) {
        throw withStatus(error);
      }
    },
    doStream: () => Promise.reject(new Error('Answers are read whole')),
  };
}

function requestOf({ prompt, responseFormat, maxOutputTokens, temperature, providerOptions, abortSignal }: LanguageModelV3CallOptions, model: string) {
  const system = prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n');
  const texts = prompt.flatMap((message) => (message.role === 'user' ? message.content.flatMap((part) => (part.type === 'text' ? [{ text: part.text }] : [])) : []));
  const thinkingConfig = memberOf(providerOptions, 'google', 'thinkingConfig');
  const config: GenerateConfig = {
    ...(system === '' ? {} : { systemInstruction: system }),
    ...(responseFormat?.type === 'json' ? { responseMimeType: 'application/json' } : {}),
    ...(responseFormat?.type === 'json' && responseFormat.schema !== undefined ? { responseJsonSchema: responseFormat.schema } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(typeof thinkingConfig === 'object' && thinkingConfig !== null ? { thinkingConfig } : {}),
    ...(abortSignal === undefined ? {} : { abortSignal }),
  };
  return { model, contents: [{ role: 'user', parts: texts }], config };
}

function resultOf(response: unknown): LanguageModelV3GenerateResult {
  const input = countAt(response, 'usageMetadata', 'promptTokenCount');
  const cached = countAt(response, 'usageMetadata', 'cachedContentTokenCount');
  const written = countAt(response, 'usageMetadata', 'candidatesTokenCount');
  const thought = countAt(response, 'usageMetadata', 'thoughtsTokenCount');
  const modelVersion = textAt(response, 'modelVersion');
  const blockReason = textAt(response, 'promptFeedback', 'blockReason');
  return {
    content: [{ type: 'text', text: textOf(response) }],
    finishReason: googleFinish(textAt(response, 'candidates', 0, 'finishReason')),
    usage: {
      inputTokens: { total: input, noCache: undefined, cacheRead: cached, cacheWrite: undefined },
      // An answer that was filtered has no count, which is not the same as no usage report at all.
      outputTokens: { total: input === undefined ? undefined : (written ?? 0) + (thought ?? 0), text: written, reasoning: thought },
    },
    response: {
      ...(modelVersion === undefined ? {} : { modelId: modelVersion }),
      body: { modelVersion, promptFeedback: { blockReason } },
    },
    warnings: [],
  };
}

/** The text of the first candidate, without its thoughts. */
function textOf(response: unknown): string {
  const parts = memberOf(response, 'candidates', 0, 'content', 'parts');
  if (!Array.isArray(parts)) return '';
  return parts.map((part) => (memberOf(part, 'thought') === true ? '' : (textAt(part, 'text') ?? ''))).join('');
}

/** The package's errors have the body of the answer as their message; those of the AI SDK name status and body. */
function withStatus(error: unknown): unknown {
  const message = textAt(error, 'message');
  const body = message?.startsWith('{') === true ? parseJson(message) : undefined;
  const status = countAt(error, 'status') ?? countAt(body, 'error', 'code');
  if (status === undefined) return error;
  return Object.assign(new Error(`The provider answered ${status}`, { cause: error }), { statusCode: status, responseBody: message });
}
