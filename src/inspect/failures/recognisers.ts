import { recogniseApplication } from './application.ts';
import { recogniseBullmq } from './bullmq.ts';
import { recogniseDrizzle } from './drizzle.ts';
import { recogniseJavascript } from './javascript.ts';
import { recogniseNode } from './node.ts';
import { recognisePush } from './push.ts';
import type { Recogniser } from './recogniser.ts';
import { SERVICE_RECOGNISERS } from './services.ts';
import { STORE_RECOGNISERS } from './stores.ts';
import { VALIDATOR_RECOGNISERS } from './validators.ts';

/**
 * Libraries whose format says what went wrong, most particular first. They are asked about the error and then about
 * each of its causes. A further library is one more file and one more line here.
 */
export const LIBRARY_RECOGNISERS: readonly Recogniser[] = [
  recogniseBullmq,
  ...VALIDATOR_RECOGNISERS,
  ...STORE_RECOGNISERS,
  recognisePush,
  ...SERVICE_RECOGNISERS,
  recogniseNode,
];

/** Formats that say little; they are asked about the error itself when no library has recognised it or its causes. */
export const FALLBACK_RECOGNISERS: readonly Recogniser[] = [recogniseDrizzle, recogniseJavascript, recogniseApplication];
