import { configError } from '../core/errors.ts';
import { DEFAULT_MODEL_LIMITS } from '../model/limits.ts';

const KEYS = ['limits', 'prices', 'language'] as const;
const LANGUAGES: readonly unknown[] = ['en', 'zh-CN'];

/** Checks what a configuration says of the model. Throws `MENDQ_E_CONFIG` that names the place and the remedy. */
export function checkAdvice(model: unknown, advice: unknown): void {
  if (model !== undefined && !isModel(model)) {
    throw configError('model', 'it is no language model', "Give what a provider of the AI SDK returns (google('gemini-3.5-flash-lite')), or the id of a Gemini model as a text.");
  }
  if (advice === undefined) return;
  if (!isRecord(advice)) throw configError('advice', 'it is not an object', "Write advice: { language: 'en' }.");
  const unknown = Object.keys(advice).find((key) => !KEYS.some((known) => known === key));
  if (unknown !== undefined) throw configError(`advice.${unknown}`, 'there is no such setting', `Known: ${KEYS.join(', ')}.`);
  const { limits, prices, language } = advice;
  if (language !== undefined && !LANGUAGES.includes(language)) throw configError('advice.language', `${JSON.stringify(language)} is unknown`, `Use one of: ${LANGUAGES.join(', ')}.`);
  checkLimits('advice.limits', limits, DEFAULT_MODEL_LIMITS);
  checkPrices(prices);
}

function isModel(model: unknown): boolean {
  if (isRecord(model) && typeof model['id'] === 'string' && typeof model['ask'] === 'function') return true;
  return (typeof model === 'string' && model.trim() !== '') || (isRecord(model) && typeof model['modelId'] === 'string' && typeof model['doGenerate'] === 'function');
}

function checkLimits(where: string, limits: unknown, standard: object): void {
  if (limits === undefined) return;
  if (!isRecord(limits)) throw configError(where, 'it is not an object', `Write ${JSON.stringify(standard)}.`);
  for (const [key, value] of Object.entries(limits)) {
    const usual: unknown = Object.hasOwn(standard, key) ? standard[key as keyof typeof standard] : undefined;
    if (usual === undefined) throw configError(`${where}.${key}`, 'there is no such limit', `Known: ${Object.keys(standard).join(', ')}.`);
    if (typeof usual === 'object') checkLimits(`${where}.${key}`, value, usual as object);
    else if (!isAmount(value)) throw configError(`${where}.${key}`, `${JSON.stringify(value)} is not a number of at least 0`, `The default is ${JSON.stringify(usual)}.`);
  }
}

function checkPrices(prices: unknown): void {
  if (prices === undefined) return;
  const example = "Write prices: { 'my-model': { input: 0.3, output: 2.5, asOf: '2026-11' } }, in US dollars per million tokens.";
  if (!isRecord(prices)) throw configError('advice.prices', 'it is not an object', example);
  for (const [model, price] of Object.entries(prices)) {
    const where = `advice.prices.${model}`;
    if (!isRecord(price)) throw configError(where, 'it is not an object', example);
    const { input, output, cachedInput = 0, asOf } = price;
    if (![input, output, cachedInput].every(isAmount)) throw configError(where, 'input, output and cachedInput are not all numbers of at least 0', example);
    if (typeof asOf !== 'string' || !/^\d{4}-\d\d(?:-\d\d)?$/.test(asOf)) throw configError(`${where}.asOf`, 'it is not a date', example);
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
