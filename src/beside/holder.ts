import { isMendqError, MendqError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { VALUE_FORMAT } from './frames.ts';
import { PROTOCOL, type Standing } from './protocol.ts';

/** The process that has the embedded ledger open and carries out calls of others. */
export interface LedgerHolder {
  readonly pid: number;
  readonly host: string;
  /** Name of its script and verb, for people. */
  readonly command: string;
  /** True while it runs a patrol. */
  readonly patrols: boolean;
  /** Its release of mendq. */
  readonly release: string;
  /** Its configuration file; `''` where it was made by a program. Its configuration counts, not the caller's. */
  readonly config: string;
  /** False where its job types, policy or queues differ from the caller's; absent where that is not known. */
  readonly sameConfiguration?: boolean;
}

/** What a holder has told, with the comparison of its configuration. */
export function toHolder({ pid, host, command }: JsonObject, { patrols, release, config, revision }: Standing, ownRevision: string): LedgerHolder {
  return {
    pid: Number(pid),
    host: typeof host === 'string' ? host : '?',
    command: typeof command === 'string' ? command : '?',
    patrols,
    release,
    config,
    ...(revision === '' || ownRevision === '' ? {} : { sameConfiguration: revision === ownRevision }),
  };
}

/** Throws `MENDQ_E_LEDGER_LOCKED`, naming both releases, where the two processes can't understand each other. */
export function assertUnderstood(standing: Standing, release: string, who: string, cause: unknown): void {
  if (standing.protocol !== PROTOCOL) throw misunderstood(`mendq ${standing.release}`, `mendq ${release}`, who, cause);
  // Both ways: a call goes there, and an answer comes back.
  if (standing.format !== VALUE_FORMAT) throw misunderstood(`node ${standing.node}`, `node ${process.version}`, who, cause);
}

function misunderstood(theirs: string, ours: string, who: string, cause: unknown): MendqError {
  const hint = `Run this command with ${theirs}, or restart the holder with ${ours}. Different releases work side by side on a PostgreSQL ledger.`;
  return new MendqError('MENDQ_E_LEDGER_LOCKED', `the ledger is held by ${theirs} (${who}), with which ${ours} can't speak`, { hint, cause, context: contextOf(cause) });
}

/** The holder has no such method: it is of an earlier release. */
export function unknownThere(method: string, { release }: Standing, ours: string, who: string, cause: unknown): MendqError {
  const hint = `Restart the holder with mendq ${ours}, or stop it while you run this command.`;
  return new MendqError('MENDQ_E_LEDGER_LOCKED', `the ledger is held by mendq ${release} (${who}), which has no "${method}"; this is mendq ${ours}`, { hint, cause, context: contextOf(cause) });
}

/** The holder went away with a call that is not repeated by itself. */
export function interrupted(method: string, who: string): MendqError {
  return new MendqError('MENDQ_E_INTERRUPTED', `${who} went away while it carried out "${method}"; it may have been done in part`, {
    hint: 'Look at what it concerns (mendq inspect, mendq show), then run it again: what was done is not done twice.',
  });
}

/** The holder is there, but stands still, or breaks the connection again and again. */
export function unanswered(method: string, who: string, cause: unknown): MendqError {
  const hint = 'It may stand still or be overloaded; the call may still be under way in it. Wait, or end that process.';
  return new MendqError('MENDQ_E_LEDGER_LOCKED', `${who} holds the ledger and does not answer "${method}"`, { hint, retryable: true, cause, context: contextOf(cause) });
}

function contextOf(cause: unknown): Readonly<Record<string, unknown>> {
  return isMendqError(cause) ? cause.context : {};
}
