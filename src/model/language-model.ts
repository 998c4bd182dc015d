import type { Clock } from '../core/clock.ts';
import { configError } from '../core/errors.ts';
import { answerForm, answerSchema } from './answer-schema.ts';
import type { ModelPort, ModelQuestion, ModelReply, ModelUsage } from './contract.ts';
import { judgedReply } from './judged-reply.ts';
import { loadAi } from './load-ai.ts';
import { observedModel, type Observation, type SomeLanguageModel } from './observed-model.ts';
import { providerFailure } from './provider-failure.ts';
import { shortThinking } from './thinking.ts';
import { inputBound } from './token-bound.ts';

/** How a model is asked. */
export interface ModelOptions {
  /** Most tokens of an answer, thinking included. */
  readonly outputTokens: number;
  /** How long an answer may take, in milliseconds. */
  readonly timeout: number;
  readonly clock: Clock;
}

/**
 * A port to any language model of the AI SDK (specification 2 or later). Nothing is loaded and nothing connects before the
 * first question. Throws `MENDQ_E_CONFIG` where `model` is no such object.
 */
export function openModel(model: unknown, options: ModelOptions): ModelPort {
  if (!isLanguageModel(model)) {
    throw configError('model', 'this is no language model of the AI SDK', 'Give what a provider returns, for example googleModel("gemini-3.5-flash-lite") or google("gemini-3.5-flash-lite") of @ai-sdk/google.');
  }
  return { id: model.modelId, ask: (question, signal) => askOnce(model, question, options, signal) };
}

function isLanguageModel(model: unknown): model is SomeLanguageModel {
  return typeof model === 'object' && model !== null && 'modelId' in model && typeof model.modelId === 'string' && 'doGenerate' in model && typeof model.doGenerate === 'function';
}

/** The clock decides when time is up, not the provider's client: one that ignores its signal can not hold a pass. */
async function askOnce(model: SomeLanguageModel, question: ModelQuestion, options: ModelOptions, signal: AbortSignal): Promise<ModelReply> {
  if (signal.aborted) return stopped();
  const call = new AbortController();
  const timer = new AbortController();
  let interrupt = (): void => undefined;
  const interrupted = new Promise<ModelReply>((resolve) => { interrupt = () => resolve(stopped()); });
  signal.addEventListener('abort', interrupt, { once: true });
  const late = options.clock.sleep(options.timeout, timer.signal).then((): ModelReply => ({ kind: 'failed', reason: 'timed-out', why: `No answer came within ${options.timeout / 1000} s.` }));
  try {
    return await Promise.race([generate(model, question, options, call.signal), late, interrupted]);
  } finally {
    signal.removeEventListener('abort', interrupt);
    timer.abort();
    call.abort();
  }
}

function stopped(): ModelReply {
  return { kind: 'failed', reason: 'unavailable', why: 'The call was stopped before an answer came.' };
}

/** Never rejects. */
async function generate(model: SomeLanguageModel, question: ModelQuestion, options: ModelOptions, signal: AbortSignal): Promise<ModelReply> {
  const start = options.clock.now().getTime();
  const passed = (): number => options.clock.now().getTime() - start;
  let observation: Observation | undefined;
  try {
    const { generateText, jsonSchema, Output } = await loadAi();
    const takesSchema = !('supportsStructuredOutputs' in model) || model.supportsStructuredOutputs !== false;
    await generateText({
      model: observedModel(model, (seen) => { observation = seen; }),
      messages: [
        { role: 'system', content: takesSchema ? question.system : `${question.system}\n\n${answerForm(question.operations)}` },
        { role: 'user', content: question.prompt },
      ],
      // Both texts are mendq's own; the option for the system's text has another name in each major version.
      allowSystemInMessages: true,
      output: takesSchema ? Output.object({ schema: jsonSchema(answerSchema(question.operations)), name: 'diagnosis' }) : Output.json(),
      providerOptions: shortThinking(model.modelId),
      maxOutputTokens: options.outputTokens,
      maxRetries: 0,
      temperature: 0,
      abortSignal: signal,
    });
  } catch (error) {
    // What the SDK throws after an answer came is its opinion of that answer.
    if (observation === undefined) return providerFailure(error, options.clock.now(), passed());
  }
  if (observation === undefined) return { kind: 'failed', reason: 'malformed', why: 'The client of the provider gave nothing.' };
  return judgedReply(observation, question, usageOf(observation, passed()), worstOf(question, options, passed()));
}

function usageOf({ inputTokens, cachedInputTokens, outputTokens, modelVersion }: Observation, milliseconds: number): ModelUsage | undefined {
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return { ...(modelVersion === undefined ? {} : { modelVersion }), inputTokens, cachedInputTokens: Math.min(cachedInputTokens ?? 0, inputTokens), outputTokens, milliseconds };
}

/** What is counted for an answer whose provider says nothing of tokens. */
function worstOf(question: ModelQuestion, { outputTokens }: ModelOptions, milliseconds: number): ModelUsage {
  return { inputTokens: inputBound(question), cachedInputTokens: 0, outputTokens, milliseconds };
}
