import { MendqError, messageOf } from '../../../core/errors.ts';
import type { BrokerPlace } from '../broker-error.ts';
import { NEEDED_COMMANDS } from './needed-commands.ts';

/** What a user may not do: run a command, touch the keys of the queue, or run something in a script that is not named. */
type MissingRight = { readonly command: string } | 'keys' | 'something';

/** The error for a refusal by the server's access list; `undefined` for any other. */
export function toRightsError(cause: unknown, place: BrokerPlace): MendqError | undefined {
  const text = messageOf(cause);
  if (!/^NOPERM\b|The user executing the script can't/.test(text)) return undefined;
  const command = /'([^']+)' command/.exec(text)?.[1];
  if (command !== undefined) return rightsError(place, { command: command.replace('|', ' ') }, cause);
  return rightsError(place, /\bkeys?\b/.test(text) ? 'keys' : 'something', cause);
}

/** The error that names what is missing and the rule that grants it. */
export function rightsError(place: BrokerPlace, missing: MissingRight, cause?: unknown): MendqError {
  const { queue, address, user = 'default' } = place;
  return new MendqError('MENDQ_E_BROKER_REFUSED', `Queue ${queue}: the user ${user} of ${address} may not ${whatOf(missing)}`, {
    hint: `Run ACL SETUSER ${user} ${ruleOf(missing, place)}. All that mendq runs: ${ALL}.`,
    context: { queue, address, user, missing: ruleOf(missing, place) },
    cause,
  });
}

const ALL = NEEDED_COMMANDS.map((name) => `+${name}`).join(' ');

function whatOf(missing: MissingRight): string {
  if (typeof missing === 'object') return `run ${missing.command.toUpperCase()}`;
  return missing === 'keys' ? 'use the keys of the queue' : 'run a command of a script';
}

function ruleOf(missing: MissingRight, { keys = '*' }: BrokerPlace): string {
  if (typeof missing === 'object') return `+${missing.command.toLowerCase().replace(' ', '|')}`;
  return missing === 'keys' ? `~${keys}` : ALL;
}
