/** The first line of an error: `TypeError [ERR_INVALID_URL]: Invalid URL`. */
export interface ErrorHead {
  /** `''` where no class is named. */
  readonly errorClass: string;
  readonly code: string | undefined;
  readonly message: string;
}

const CLASS = /^(?:Uncaught )?([A-Za-z_$][\w$.]{0,127})(?: \[([A-Za-z0-9_]{1,64})\])?(?=:|\n|$)/;
const CLASS_ENDINGS = ['Error', 'Exception', 'Failure', 'Fault'];

/**
 * Reads a head. A word before a colon counts as a class where it ends like one, or where the rest is the `reason`
 * that the broker gives as the message: so `EmptyFile: no rows` in a stack names a class and `Note: no rows` does not.
 */
export function readHead(text: string, reason: string): ErrorHead {
  const match = CLASS.exec(text);
  const errorClass = match?.[1];
  if (match === null || errorClass === undefined) return { errorClass: '', code: undefined, message: text };
  const message = text.slice(match[0].length).replace(/^: ?/, '');
  if (!isClass(errorClass, message, reason)) return { errorClass: '', code: undefined, message: text };
  // Node brackets the name of an error that was given another one than its class has: `Error [ValidationError]: ...`.
  const given = match[2];
  return given !== undefined && isGivenName(given) ? { errorClass: given, code: undefined, message } : { errorClass, code: given, message };
}

/** Codes are in capitals. */
function isGivenName(name: string): boolean {
  return /[a-z]/.test(name) && CLASS_ENDINGS.some((ending) => name.endsWith(ending));
}

function isClass(name: string, message: string, reason: string): boolean {
  if (name === 'error' || CLASS_ENDINGS.some((ending) => name.endsWith(ending))) return true;
  return reason !== '' && message.startsWith(reason.slice(0, 256));
}
