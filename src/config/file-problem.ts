import { configError, isMendqError, messageOf, type MendqError } from '../core/errors.ts';

/** A place in a file, as stacks and compilers write it. */
const POSITION = /(?:^|[\s(]|file:\/\/)((?:[A-Za-z]:)?[\\/][^():\n]+):(\d+):(\d+)/gm;

/** The error for a file that does not compile or throws while it is loaded: what, in which file, at which line. */
export function fileProblem(path: string, error: unknown): MendqError {
  const place = placeOf(error) ?? path;
  if (isMendqError(error)) return configError(`${place}: ${error.message}`, 'the configuration file was refused', error.hint ?? 'Correct the file.', error);
  const message = firstLine(messageOf(error).replace(/^(\w*Error: )+/, '').replaceAll(`${path}: `, ''));
  const missing = /Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1];
  if (missing !== undefined) return configError(place, `it imports ${missing}, which cannot be found`, hintForMissing(missing), error);
  return configError(place, message, 'Correct the file; nothing was opened.', error);
}

function hintForMissing(name: string): string {
  return /^[./]/.test(name) ? 'Check the path of the import.' : `Run npm install ${name} beside the file, or correct the name.`;
}

/** `file:line` of the user's own code that the message names, or that is nearest to where the error was thrown. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const places = [...`${error.message}\n${error.stack ?? ''}`.matchAll(POSITION)].map(([, file = '', line = '']) => ({ file, line }));
  const caller = places.findIndex(({ file }) => isOurs(file));
  const own = places.slice(0, caller < 0 ? undefined : caller).find(({ file }) => !file.includes('node_modules'));
  return own === undefined ? undefined : `${own.file}:${own.line}`;
}

/** True for files of mendq itself: what stands below them in a stack has only called the loader. */
function isOurs(file: string): boolean {
  return file.startsWith(new URL('..', import.meta.url).pathname);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? '';
}
