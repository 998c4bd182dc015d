import type { ModelUsage } from './contract.ts';

/** What a model costs, in US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** For input read from a cache. @defaultValue `input` */
  readonly cachedInput?: number;
  /** For output, thinking included. */
  readonly output: number;
  /** When the price was looked up. */
  readonly asOf: string;
}

/** Prices by model id. Those of the user go before those of mendq. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const AS_OF = '2026-11';

/** List prices for prompts of up to 200,000 tokens. Gemini 3.6 to 3.8 Flash: those of a promotion, half of the standard ones. */
const PRICES: ModelPrices = {
  'gemini-2.5-flash': { input: 0.3, cachedInput: 0.03, output: 2.5, asOf: AS_OF },
  'gemini-2.5-flash-lite': { input: 0.1, cachedInput: 0.01, output: 0.4, asOf: AS_OF },
  'gemini-2.5-pro': { input: 1.25, cachedInput: 0.125, output: 10, asOf: AS_OF },
  'gemini-3-flash-preview': { input: 0.5, cachedInput: 0.05, output: 3, asOf: AS_OF },
  'gemini-3.1-flash-lite': { input: 0.25, cachedInput: 0.025, output: 1.5, asOf: AS_OF },
  'gemini-3.5-flash-lite': { input: 0.3, cachedInput: 0.03, output: 2.5, asOf: AS_OF },
  'gemini-3.5-flash': { input: 1.5, cachedInput: 0.15, output: 9, asOf: AS_OF },
  'gemini-3.6-flash': { input: 0.75, cachedInput: 0.075, output: 3.75, asOf: AS_OF },
  'gemini-3.7-flash': { input: 0.75, cachedInput: 0.075, output: 3.75, asOf: AS_OF },
  'gemini-3.8-flash': { input: 0.75, cachedInput: 0.075, output: 3.75, asOf: AS_OF },
};

/**
 * The price of a model, by its exact id, with or without `models/`: a longer id is another model with another price.
 * `undefined` where none is known: then tokens are counted and money is not.
 */
export function priceOf(modelId: string, own: ModelPrices = {}): ModelPrice | undefined {
  const name = modelId.replace(/^models\//, '');
  const find = (prices: ModelPrices, id: string): ModelPrice | undefined => (Object.hasOwn(prices, id) ? prices[id] : undefined);
  return find(own, modelId) ?? find(own, name) ?? find(PRICES, name);
}

/** What a call has cost, in US dollars. */
export function costOf({ inputTokens, cachedInputTokens, outputTokens }: Pick<ModelUsage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>, price: ModelPrice): number {
  const { input, cachedInput = input, output } = price;
  return ((inputTokens - cachedInputTokens) * input + cachedInputTokens * cachedInput + outputTokens * output) / 1_000_000;
}

/** The most that a call can cost, in US dollars: nothing read from a cache, all output used. */
export function worstCost(inputTokens: number, outputTokens: number, { input, cachedInput = input, output }: ModelPrice): number {
  return (inputTokens * Math.max(input, cachedInput) + outputTokens * output) / 1_000_000;
}
