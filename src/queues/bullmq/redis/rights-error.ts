import { MendqError, messageOf } from '../../../core/errors.ts';
import type { BrokerPlace } from '../broker-error.ts';
import { NEEDED_COMMANDS } from './needed-commands.ts';

/** What a user may not do: run a command, or touch keys of the queue. */
export type MissingRight = { readonly command: string } | { readonly keys: string };

/** The error for a refusal by the server's access list; `undefined` for any other. */
export function toRightsError(cause: unknown, place: BrokerPlace): MendqError | undefined {
  const text = messageOf(cause);
  if (!/^NOPERM\b|The user executing the script can't/.test(text)) return undefined;
  const command = /'([^']+)' command/.exec(text)?.[1];
  if (command !== undefined) return rightsError(place, { command: command.replace('|', ' ') }, cause);
  return rightsError(place, /access/.test(text) ? { keys: place.queue } : { command: 'a command of a script' }, cause);
}

/** The error that names what is missing and the rule that grants it. */
export function rightsError({ queue, address, user = 'default' }: BrokerPlace, missing: MissingRight, cause?: unknown): MendqError {
  const isCommand = 'command' in missing;
  const what = isCommand ? `run ${missing.command.toUpperCase()}` : `use the keys of the queue`;
  const rule = isCommand && /^[\w ]+$/.test(missing.command) && !missing.command.startsWith('a ') ? ` +${missing.command.toLowerCase().replace(' ', '|')}` : '';
  const keys = isCommand ? '' : ' ~<prefix>:<queue>:*';
  return new MendqError('MENDQ_E_BROKER_REFUSED', `Queue ${queue}: the user ${user} of ${address} may not ${what}`, {
    hint: `Run ACL SETUSER ${user}${rule}${keys}. All that mendq runs: ${NEEDED_COMMANDS.map((name) => `+${name}`).join(' ')}.`,
    context: { queue, address, user, ...missing },
    cause,
  });
}
