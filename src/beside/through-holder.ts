import { setTimeout as delay } from 'node:timers/promises';
import type { MendqError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { callHolder, type Call, type CallEnd } from './call-holder.ts';
import { assertUnderstood, interrupted, toHolder, unanswered, unknownThere, type LedgerHolder } from './holder.ts';
import type { CallKind } from './methods.ts';
import { readStanding, type Standing } from './protocol.ts';

/** Milliseconds between two looks at a holder that opens or closes its ledger. */
const LOOK_EVERY = 100;

/** Looks before a caller gives up: a minute, in which a holder has opened its database or finished what it had in hand. */
const MOST_LOOKS = 600;

/** Looks that find nobody who answers before a caller gives up; each waits its own time. One that starts its database on a busy machine is deaf for long. */
const MOST_SILENCES = 4;

/** A holder that breaks off so many times is not asked again. */
const MOST_BREAKS = 3;

/** What a look at the ledger's folder finds. */
export type Found =
  | { readonly kind: 'free' | 'wanted' | 'silent' }
  | { readonly kind: 'held'; readonly holder: JsonObject; readonly about: JsonObject };

/** What a call through the holder needs. */
export interface Neighbourhood {
  /** The ledger's folder. */
  readonly folder: string;
  /** Looks who has the folder; never rejects. */
  readonly look: () => Promise<Found>;
  readonly release: string;
  readonly revision: () => Promise<string>;
  /** Told before a call is sent. */
  readonly onHolder: (holder: LedgerHolder) => void;
}

/** How it went: the holder has answered, or the folder is free so that the caller can open it. */
export type Reached = Extract<CallEnd, { readonly kind: 'result' | 'failed' }> | { readonly kind: 'free' };

/**
 * Sends a call to the process that holds the ledger. Waits while it opens its database, and while it closes. Rejects
 * with what `refusal` says where it can't be reached, where it does not answer or where it is of a release that can't.
 */
export async function throughHolder(call: Call, kind: CallKind, neighbourhood: Neighbourhood, refusal: MendqError): Promise<Reached> {
  const breaks = new Map<string, number>();
  const patience = createPatience(refusal);
  for (let looks = 0; looks < MOST_LOOKS && !call.signal.aborted; looks += 1) {
    const found = await neighbourhood.look();
    if (found.kind === 'free') return { kind: 'free' };
    patience(found);
    const open = openHolder(found, refusal);
    const end = open === undefined ? undefined : await askOpen(call, kind, { ...open, neighbourhood, refusal, breaks });
    if (end?.kind === 'result' || end?.kind === 'failed') return end;
    await delay(LOOK_EVERY);
  }
  // Its end was asked for while its holder went away: nobody can say how far it came.
  throw call.signal.aborted && breaks.size > 0 ? interrupted(call.method, 'the process that held the ledger') : refusal;
}

/** Throws `refusal` once nobody has answered so many times in a row. */
function createPatience(refusal: MendqError): (found: Found) => void {
  let silences = 0;
  return ({ kind }) => {
    silences = kind === 'silent' ? silences + 1 : 0;
    if (silences >= MOST_SILENCES) throw refusal;
  };
}

/** The holder, where it takes calls; `undefined` where it soon will, or is about to go. Throws where it never will. */
function openHolder(found: Found, refusal: MendqError): { readonly holder: JsonObject; readonly standing: Standing } | undefined {
  if (found.kind !== 'held') return undefined;
  const standing = readStanding(found.about);
  if (standing === undefined) throw refusal;
  return standing.state === 'open' ? { holder: found.holder, standing } : undefined;
}

interface Asked {
  readonly holder: JsonObject;
  readonly standing: Standing;
  readonly neighbourhood: Neighbourhood;
  readonly refusal: MendqError;
  /** How often each holder, by its socket, has broken off. */
  readonly breaks: Map<string, number>;
}

/** Sends the call once. Throws where sending it again can't help or would not be right. */
async function askOpen(call: Call, kind: CallKind, { holder, standing, neighbourhood, refusal, breaks }: Asked): Promise<CallEnd> {
  const { release, revision, onHolder, folder } = neighbourhood;
  const { pid, host } = toHolder(holder, standing, '');
  const who = `process ${pid} on ${host}`;
  const broken = breaks.get(standing.socket) ?? 0;
  if (broken >= MOST_BREAKS) throw unanswered(call.method, who, refusal);
  assertUnderstood(standing, release, who, refusal);
  onHolder(toHolder(holder, standing, await revision()));
  const end = await callHolder(folder, standing.socket, call);
  if (end.kind === 'unknown') throw unknownThere(call.method, standing, release, who, refusal);
  if (end.kind === 'silent') throw unanswered(call.method, who, refusal);
  if (end.kind === 'lost') {
    if (end.begun && kind.lost === 'tell') throw interrupted(call.method, who);
    breaks.set(standing.socket, broken + 1);
  }
  return end;
}
