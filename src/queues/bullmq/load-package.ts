import { MendqError } from '../../core/errors.ts';

/** Loads a vendor package when it is first needed. Rejects with `MENDQ_E_MISSING_PACKAGE` where it is not installed. */
export async function loadPackage<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw missingPackage(name, error);
  }
}

/** The error that says which package to install. */
export function missingPackage(name: string, cause?: unknown): MendqError {
  return new MendqError('MENDQ_E_MISSING_PACKAGE', `The package ${name} is not installed`, {
    hint: `Run: npm install ${name}`,
    context: { package: name },
    cause,
  });
}

/** True where `name` itself could not be found; a package that is there and fails to load is another matter. */
export function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const absent = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  return absent && error.message.includes(`'${name}'`);
}
