import type { DtoClass, DtoOptions, DtoSchema } from './core/job-type-options.ts';

/**
 * A class with decorators of class-validator as the schema of a job type, validated with these options; a class alone may
 * also be given as `schema`. Nested classes need `@Type` of class-transformer. The packages are the user's own, found from
 * the configuration's folder when the configuration is read; a missing one rejects there with `MENDQ_E_MISSING_PACKAGE`.
 *
 * @param options - those of NestJS's `ValidationPipe` and of class-validator, by the same names
 */
export function classValidator<Instance extends object>(dto: DtoClass<Instance>, options: DtoOptions = {}): DtoSchema<Instance> {
  return { dto, options };
}
