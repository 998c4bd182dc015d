import { recogniseAjv } from './ajv.ts';
import { recogniseClassValidator } from './class-validator.ts';
import { recogniseJoi } from './joi.ts';
import type { Recogniser } from './recogniser.ts';
import { recogniseValibot } from './valibot.ts';
import { recogniseYup } from './yup.ts';
import { recogniseZod } from './zod.ts';

/** Libraries that judge data: whoever throws their errors has refused to act. */
export const VALIDATOR_RECOGNISERS: readonly Recogniser[] = [recogniseZod, recogniseAjv, recogniseJoi, recogniseYup, recogniseValibot, recogniseClassValidator];
