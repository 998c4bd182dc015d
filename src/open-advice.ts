import { randomUUID } from 'node:crypto';
import type { AdviceConfig, MendqConfig } from './config/config.ts';
import type { Clock } from './core/clock.ts';
import { coversPointer, valueAt } from './core/json-pointer.ts';
import { createAdviser } from './model/adviser.ts';
import type { AdviceParts } from './house.ts';
import type { ModelPort } from './model/contract.ts';
import { googleModel } from './model/google-model.ts';
import { openModel } from './model/language-model.ts';
import { DEFAULT_MODEL_LIMITS, type ModelLimits } from './model/limits.ts';
import type { AdviceSource } from './pass/advise.ts';

/** The limits of a configuration, with the defaults where it says nothing. */
export function limitsOf({ limits }: AdviceConfig = {}): ModelLimits {
  return { ...DEFAULT_MODEL_LIMITS, ...limits, caps: { ...DEFAULT_MODEL_LIMITS.caps, ...limits?.caps } };
}

/** The model of a configuration, `undefined` where it names none. Loads and connects nothing. */
export function modelOf({ model, advice }: Pick<MendqConfig, 'model' | 'advice'>, clock: Clock): ModelPort | undefined {
  if (model === undefined) return undefined;
  if (typeof model === 'object' && 'ask' in model) return model;
  const { outputTokens, timeout } = limitsOf(advice);
  return openModel(typeof model === 'string' ? googleModel(model) : model, { outputTokens, timeout, clock });
}

/** Whom a pass may ask, `undefined` where the configuration names no model. */
export function openAdvice(config: Pick<MendqConfig, 'model' | 'advice'>, parts: AdviceParts): AdviceSource | undefined {
  const port = modelOf(config, parts.clock);
  if (port === undefined) return undefined;
  const { ledger, jobTypeOf, isKnownName, redactorFor, clock } = parts;
  return {
    adviser: createAdviser({ port, ledger, limits: limitsOf(config.advice), prices: config.advice?.prices ?? {}, clock, newId: randomUUID }),
    language: config.advice?.language ?? 'en',
    isKnownName,
    shown: ({ letter }, pointer) => {
      const allowed = jobTypeOf(letter.queue, letter.name).showToModel?.some((pattern) => coversPointer(pattern, pointer)) === true;
      return allowed && letter.payload !== undefined ? valueAt(redactorFor(letter).value(letter.payload), pointer) : undefined;
    },
  };
}
