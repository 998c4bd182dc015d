import { MendqError } from '../core/errors.ts';

/** The error that says which package a model needs. */
export function missingPackage(name: string, cause: unknown): MendqError {
  return new MendqError('MENDQ_E_MISSING_PACKAGE', `The package ${name} is not installed`, {
    hint: name === 'ai' ? 'Run: npm install ai' : `Run: npm install ai ${name}`,
    context: { package: name },
    cause,
  });
}

/** True where `name` itself could not be found; a package that is there and fails to load is another matter. */
export function isMissingPackage(error: unknown, name: string): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(`'${name}'`);
}
