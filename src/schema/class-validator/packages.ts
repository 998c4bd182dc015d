import { createRequire } from 'node:module';
import { join } from 'node:path';

import { MendqError } from '../../core/errors.ts';
import type { DtoOptions } from '../../core/job-type-options.ts';
import type { ClassTransformer, ClassValidator, TransformStorage } from './metadata.ts';

/** The user's own packages: decorators note what they say in the copy that the user's classes import. */
export interface DtoPackages {
  readonly validator: ClassValidator;
  /** `undefined` where it is not installed. */
  readonly transformer: ClassTransformer | undefined;
  /** What class-transformer's decorators have noted; `undefined` where it can't be read. */
  readonly storage: TransformStorage | undefined;
}

/**
 * The packages that the options give, else those that `directory` resolves, else those beside mendq. Throws
 * `MENDQ_E_MISSING_PACKAGE` where there is no class-validator.
 */
export function loadDtoPackages({ validatorPackage, transformerPackage }: DtoOptions, directory: string, where: string): DtoPackages {
  const validator = validatorPackage ?? required('class-validator', directory);
  if (validator === undefined) {
    throw new MendqError('MENDQ_E_MISSING_PACKAGE', `${where}, schema: a class is judged by class-validator, which is not installed`, {
      hint: 'Run: npm install class-validator class-transformer; or give the module: classValidator(Dto, { validatorPackage }).',
      context: { package: 'class-validator' },
    });
  }
  const stored: { readonly defaultMetadataStorage?: TransformStorage } | undefined = required('class-transformer/cjs/storage.js', directory);
  return {
    validator: validator as ClassValidator,
    transformer: transformerPackage ?? required('class-transformer', directory),
    storage: stored?.defaultMetadataStorage,
  };
}

function required(name: string, directory: string): object | undefined {
  return requiredFrom(name, join(directory, 'mendq.config.js')) ?? requiredFrom(name, import.meta.url);
}

function requiredFrom(name: string, place: string): object | undefined {
  try {
    return createRequire(place)(name) as object;
  } catch (error) {
    // A package that is there and fails to load is another matter than one that is not.
    if (error instanceof Error && 'code' in error && (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')) return undefined;
    throw error;
  }
}
