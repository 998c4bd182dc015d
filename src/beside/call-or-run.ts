import { isMendqError, type MendqError } from '../core/errors.ts';
import type { Emit, MendqEvents } from '../core/events.ts';
import { CALLS, type CallKind, type CallName } from './methods.ts';
import { throughHolder, type Neighbourhood } from './through-holder.ts';

/** Any method; what it takes and gives is the business of those who call it. */
export type Method = (...parameters: never[]) => Promise<unknown>;

/** Puts the answer of a method that a closing holder ended early together with that of the rest, which was done here. */
export type Join = (earlier: never, later: never) => unknown;

/** What a method needs to be called by a process that may not have the ledger. */
export interface CallOrRunOptions {
  /** Opens the ledger in this process. Rejects with `MENDQ_E_LEDGER_LOCKED` where another one has it. */
  readonly ledger: () => Promise<unknown>;
  readonly neighbourhood: Neighbourhood;
  /** Emits for the listeners of this process. */
  readonly emit: Emit;
  /** Aborted when this process closes. */
  readonly ended: AbortSignal;
  readonly join: Join | undefined;
}

/** The method as this process calls it: run here where this process has the ledger or can get it, otherwise by the holder. */
export function callOrRun(name: CallName, here: Method, { ledger, neighbourhood, emit, ended, join }: CallOrRunOptions): Method {
  const kind: CallKind = CALLS[name];
  const onEvent = (event: string, value: unknown): void => emit(event as keyof MendqEvents, value as never);
  return async (...parameters) => {
    let earlier: unknown;
    const joined = (value: unknown): unknown => (earlier === undefined ? value : join?.(earlier as never, value as never));
    for (;;) {
      const refusal = await refusalOf(ledger);
      if (refusal === undefined) return joined(await here(...parameters));
      const { signal, ...sent } = sendable(parameters, kind.optionsAt);
      const signals = signal === undefined ? [ended] : [signal, ended];
      const end = await throughHolder({ ...sent, method: name, signal: AbortSignal.any(signals), onEvent }, kind, neighbourhood, refusal);
      if (end.kind === 'failed') throw end.error;
      if (end.kind === 'free') continue;
      earlier = joined(end.value);
      if (!end.cutShort) return earlier;
    }
  };
}

/** Why this process can't have the ledger; `undefined` where it has it, or where something else is wrong, which the method itself will tell. */
export async function refusalOf(ledger: () => Promise<unknown>): Promise<MendqError | undefined> {
  try {
    await ledger();
    return undefined;
  } catch (error) {
    return isMendqError(error) && error.code === 'MENDQ_E_LEDGER_LOCKED' ? error : undefined;
  }
}

/** The parameters without the signal, which does not leave the process. */
function sendable(parameters: readonly unknown[], optionsAt: number | undefined): { readonly parameters: readonly unknown[]; readonly signalAt?: number; readonly signal?: AbortSignal } {
  if (optionsAt === undefined) return { parameters };
  const { signal, ...given } = (parameters[optionsAt] ?? {}) as { readonly signal?: AbortSignal };
  const sent = Array.from({ length: Math.max(parameters.length, optionsAt + 1) }, (_, index) => (index === optionsAt ? given : parameters[index]));
  return { parameters: sent, signalAt: optionsAt, ...(signal === undefined ? {} : { signal }) };
}
