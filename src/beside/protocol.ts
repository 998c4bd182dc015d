import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { VALUE_FORMAT } from './frames.ts';
import type { Packed, PackedError } from './packed.ts';

/** Raised when frames change their meaning. Processes speak with each other only where theirs are equal. */
export const PROTOCOL = 1;

/** From the caller: the call first, then nothing or its end. */
export type CallerFrame =
  | {
      readonly kind: 'call';
      readonly method: string;
      readonly parameters: readonly unknown[];
      /** The parameter that had the caller's signal as its `signal`, and gets the holder's. */
      readonly signalAt?: number;
    }
  /** Finish what is in hand, then answer. */
  | { readonly kind: 'abort' };

/** From the holder: `accepted`, then events, then one of the others. */
export type HolderFrame =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'event'; readonly name: string; readonly event: Packed }
  /** Sent now and then, so that a caller can tell a long call from a holder that stands still. */
  | { readonly kind: 'alive' }
  /** `cutShort`: the holder is closing and has ended the call before it was done. */
  | { readonly kind: 'result'; readonly packed: Packed; readonly cutShort: boolean }
  | { readonly kind: 'failed'; readonly error: PackedError }
  /** The holder has no such method. */
  | { readonly kind: 'unknown' }
  /** The holder is closing; nothing was done. */
  | { readonly kind: 'refused' };

/** What a holder tells everybody who looks at the folder, in JSON, which all releases can read. */
export interface Standing {
  /** `opening`: it has the folder and is not ready. `open`: it takes calls. `closing`: it takes none and will be gone. */
  readonly state: 'opening' | 'open' | 'closing';
  readonly release: string;
  readonly node: string;
  readonly protocol: number;
  /** See `VALUE_FORMAT`. */
  readonly format: number;
  /** Name of the socket in the ledger's folder; `''` while there is none. */
  readonly socket: string;
  /** True while a patrol runs in the holder. */
  readonly patrols: boolean;
  /** The configuration file; `''` where there is none. */
  readonly config: string;
  /** Equal for equal configurations; `''` where it is not known. */
  readonly revision: string;
}

/** The standing of this process. */
export function standingOf(facts: Pick<Standing, 'state' | 'release' | 'config'> & Partial<Standing>): Standing {
  return { node: process.version, protocol: PROTOCOL, format: VALUE_FORMAT, socket: '', patrols: false, revision: '', ...facts };
}

/** A standing as it is published. */
export function toAbout(standing: Standing): JsonObject {
  return { calls: { ...standing } };
}

/** Reads what a holder tells; `undefined` where it is of a release that takes no calls. Fields of later releases are ignored. */
export function readStanding({ calls }: JsonObject): Standing | undefined {
  if (!isJsonObject(calls)) return undefined;
  const { state, patrols } = calls;
  if (state !== 'opening' && state !== 'open' && state !== 'closing') return undefined;
  return {
    state,
    patrols: patrols === true,
    protocol: Number(calls['protocol']),
    format: Number(calls['format']),
    release: text(calls['release']),
    node: text(calls['node']),
    socket: text(calls['socket']),
    config: text(calls['config']),
    revision: text(calls['revision']),
  };
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
