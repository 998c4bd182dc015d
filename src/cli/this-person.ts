import { hostname, userInfo } from 'node:os';

/** Who runs the command line, for the audit: `user@machine`. */
export function thisPerson(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // Containers may run under a user id without a name.
    return `unknown@${hostname()}`;
  }
}
