import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isMissing, missingPackage } from './load-package.ts';

/** A bullmq package in memory. Its shape differs between releases, so nothing is taken for granted. */
export interface LoadedBullmq {
  readonly exports: Readonly<Record<string, unknown>>;
  /** For people: where it came from. */
  readonly from: string;
}

/**
 * The bullmq that the workers use: the given module, else the one that the configuration's folder resolves, else
 * mendq's own. Rejects with `MENDQ_E_MISSING_PACKAGE` where there is none.
 */
export function loadBullmq(given: object | undefined, directory: string): LoadedBullmq {
  if (given !== undefined) return { exports: { ...given }, from: 'the option "bullmq"' };
  return required(join(directory, 'mendq.config.js')) ?? required(import.meta.url) ?? missing();
}

function required(place: string): LoadedBullmq | undefined {
  const require = createRequire(place);
  try {
    return { exports: require('bullmq') as Record<string, unknown>, from: require.resolve('bullmq') };
  } catch (error) {
    if (isMissing(error, 'bullmq')) return undefined;
    throw error;
  }
}

function missing(): never {
  throw missingPackage('bullmq');
}
