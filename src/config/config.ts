import type { ArchiveStore } from '../archive/contract.ts';
import type { ErrorMeaning } from '../core/job-type.ts';
import type { ReaderLanguage } from '../core/model-answer.ts';
import type { Policy } from '../core/policy.ts';
import type { RedactionOptions } from '../core/redaction-rules.ts';
import type { ModelPort } from '../model/contract.ts';
import type { ModelLimits } from '../model/limits.ts';
import type { ModelPrices } from '../model/prices.ts';
import type { QueueDefinition } from '../queues/contract.ts';

/** What `mendq.config.ts` exports. Everything but `queues` has a default. */
export interface MendqConfig {
  /** The queues to heal: `bullmq('invoices', { … })`. */
  readonly queues: readonly QueueDefinition[];
  /**
   * Where mendq keeps its record: a `postgres://` URL, or a folder for the embedded PGlite.
   * @defaultValue `.mendq` beside the configuration file
   */
  readonly ledger?: string | undefined;
  /**
   * Where discarded letters go: a folder, or a store of your own.
   * @defaultValue `.mendq/archive` beside the configuration file
   */
  readonly archive?: string | ArchiveStore;
  /** Your application's own error names, by error class or code: `{ EmptyFileError: 'hopeless' }`. */
  readonly errors?: Readonly<Record<string, ErrorMeaning>>;
  /** Numbers that differ from the defaults; durations in milliseconds. */
  readonly policy?: Partial<Omit<Policy, 'errors' | 'retention'>> & { readonly retention?: Partial<Policy['retention']> };
  readonly patrol?: PatrolConfig;
  /**
   * Asked about kinds of failure that rules and schemas leave open: any language model of the AI SDK, or the id of a Gemini
   * model (`'gemini-3.5-flash-lite'`), whose key is then read from the environment; for tests a model of `mendq/testing`. Absent: nobody is asked and nothing
   * connects anywhere.
   */
  readonly model?: LanguageModelLike | ModelPort | string;
  /** How the model is asked. */
  readonly advice?: AdviceConfig;
  /**
   * What no output, log, error or audit entry may show of any payload: values under these key names (and the usual ones:
   * password, token, card number …), and what stands at these pointers. See also `redact` of a job type.
   */
  readonly redact?: RedactionOptions;
}

/** The part of an AI SDK language model that mendq relies on. */
export interface LanguageModelLike {
  readonly modelId: string;
  readonly doGenerate: (...parameters: never[]) => PromiseLike<unknown>;
}

/** How a model is asked, and how much. */
export interface AdviceConfig {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Omit<ModelLimits, 'caps'>> & { readonly caps?: Partial<ModelLimits['caps']> };
  /** Prices in US dollars per million tokens, by model id; they go before those that mendq knows. */
  readonly prices?: ModelPrices;
  /** Language in which causes are explained. @defaultValue `en` */
  readonly language?: ReaderLanguage;
}

/** When patrol looks by itself. It also wakes at each death, when replays fall due, and when it is told to. */
export interface PatrolConfig {
  /** Milliseconds between two scheduled passes. @defaultValue 30 minutes */
  readonly every?: number;
  /** Lets `POST /wake` start a pass. Without it no port is opened. */
  readonly wake?: {
    readonly port: number;
    /** @defaultValue `127.0.0.1` */
    readonly host?: string;
    /** The caller sends it as `Authorization: Bearer …`. At least 16 characters. */
    readonly token: string;
  };
}

/** Gives the configuration its type; returns it as it is. */
export function defineConfig(config: MendqConfig): MendqConfig {
  return config;
}
