import { recogniseAjv } from './ajv.ts';
import { recogniseClassValidator } from './class-validator.ts';
import { recogniseJoi } from './joi.ts';
import { recogniseProtobufjs } from './protobufjs.ts';
import { recognisePydantic } from './pydantic.ts';
import type { Recogniser } from './recogniser.ts';
import { SMALL_VALIDATOR_RECOGNISERS } from './small-validators.ts';
import { recogniseValibot } from './valibot.ts';
import { recogniseYup } from './yup.ts';
import { recogniseZod } from './zod.ts';

/** Libraries that judge data: whoever throws their errors has refused to act on it. */
export const VALIDATOR_RECOGNISERS: readonly Recogniser[] = [
  recogniseZod,
  recogniseAjv,
  recogniseYup,
  recogniseJoi,
  recogniseValibot,
  recogniseClassValidator,
  recognisePydantic,
  recogniseProtobufjs,
  ...SMALL_VALIDATOR_RECOGNISERS,
];
