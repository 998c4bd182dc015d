import type * as Ai from 'ai';

import { isMissingPackage, missingPackage } from './missing-package.ts';

/** The AI SDK, loaded when the first question is asked. Rejects with `MENDQ_E_MISSING_PACKAGE` where it is not installed. */
export async function loadAi(): Promise<typeof Ai> {
  try {
    return await import('ai');
  } catch (error) {
    throw isMissingPackage(error, 'ai') ? missingPackage('ai', error) : error;
  }
}
