import { setTimeout as delay } from 'node:timers/promises';
import { refusalOf } from './call-or-run.ts';
import { readStanding } from './protocol.ts';
import type { Found } from './through-holder.ts';

/** Milliseconds between two tries, and how many: a minute. */
const TRY_EVERY = 250;
const MOST_TRIES = 240;

/**
 * Resolves when this process has the ledger, for a patrol. Rejects with `MENDQ_E_LEDGER_LOCKED`: at once where another
 * patrol has it, which stays, and after a minute where it is a command that takes long.
 */
export async function waitForFolder(ledger: () => Promise<unknown>, look: () => Promise<Found>, signal: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const refusal = await refusalOf(ledger);
    if (refusal === undefined) return;
    if (signal.aborted || tries >= MOST_TRIES || stays(await look())) throw refusal;
    await delay(TRY_EVERY, undefined, { signal }).catch(() => undefined);
  }
}

function stays(found: Found): boolean {
  if (found.kind !== 'held') return found.kind === 'silent';
  return readStanding(found.about)?.patrols ?? true;
}
