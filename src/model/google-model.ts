import type * as Google from '@ai-sdk/google';
import type { LanguageModelV3 } from '@ai-sdk/provider';

import { boundedFetch } from './bounded-fetch.ts';
import { processEnvironment } from './environment.ts';
import { googleKey } from './google-key.ts';
import { isMissingPackage, missingPackage } from './missing-package.ts';

/** Where to find the Gemini API and how to be let in. */
export interface GoogleModelOptions {
  /** @defaultValue the environment's GEMINI_API_KEY, GOOGLE_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY, in this order */
  readonly apiKey?: string;
  /** @defaultValue `https://generativelanguage.googleapis.com/v1beta` */
  readonly baseURL?: string;
  /** @defaultValue that of the process */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** A Gemini model that is opened when it is first asked. */
export interface GoogleModel extends LanguageModelV3 {
  /**
   * Says before any call whether it can be asked: loads the package and looks for the key, connects to nothing. Rejects with
   * `MENDQ_E_MISSING_PACKAGE` or `MENDQ_E_CONFIG`.
   */
  check(): Promise<void>;
}

/** Resolved at run time only: it is the user's choice, like every provider. */
const PACKAGE: string = '@ai-sdk/google';

/**
 * A model of the Gemini API, through the user's `@ai-sdk/google`: `googleModel('gemini-3.5-flash-lite')`. Neither the package
 * nor the key is needed before the first question, so that everything starts without them; a question rejects then.
 * Its answers are read up to 1 MB and no redirect is followed.
 */
export function googleModel(id: string, options: GoogleModelOptions = {}): GoogleModel {
  let opened: Promise<LanguageModelV3> | undefined;
  // A failure is not kept: the key may be set later.
  const open = (): Promise<LanguageModelV3> => (opened ??= openGoogle(id, options).catch((error: unknown) => { opened = undefined; throw error; }));
  return {
    specificationVersion: 'v3',
    provider: 'google.generative-ai',
    modelId: id,
    supportedUrls: {},
    doGenerate: async (call) => (await open()).doGenerate(call),
    doStream: async (call) => (await open()).doStream(call),
    check: async () => void (await open()),
  };
}

async function openGoogle(id: string, { apiKey, baseURL, environment = processEnvironment() }: GoogleModelOptions): Promise<LanguageModelV3> {
  const key = apiKey ?? googleKey(environment);
  const { createGoogleGenerativeAI } = await loadGoogle();
  return createGoogleGenerativeAI({ apiKey: key, fetch: boundedFetch, ...(baseURL === undefined ? {} : { baseURL }) })(id);
}

async function loadGoogle(): Promise<typeof Google> {
  try {
    return (await import(PACKAGE)) as typeof Google;
  } catch (error) {
    throw isMissingPackage(error, PACKAGE) ? missingPackage(PACKAGE, error) : error;
  }
}
