import type { LetterState } from '../core/outcome.ts';
import type { LetterRecord } from '../ledger/contract.ts';

/** States from which a person may order something: nothing is under way, and nothing has ended. */
export const OPEN_STATES = ['seen', 'planned', 'escalated', 'parked'] as const satisfies readonly LetterState[];

/** Why nothing can be ordered for a letter as it stands; `undefined` where it can. */
export function whyClosed({ state, why, stripped, replayedAt }: LetterRecord): string | undefined {
  if (stripped === true) return 'its content was erased';
  if (OPEN_STATES.some((open) => open === state)) return undefined;
  switch (state) {
    case 'claimed':
    case 'intent':
      return 'it is being acted on at this moment; look again in a while';
    case 'replayed':
      return `it is back on its queue${replayedAt === undefined ? '' : ` since ${replayedAt.toISOString()}`} and has no outcome yet; mendq undo takes it back while no worker has started it`;
    case 'returned':
      return 'it died again after its replay; that death is a letter of its own';
    case 'discarded':
    case 'settled':
      return `it was taken off its queue (${state}: ${why}); mendq restore brings it back`;
    default:
      return `it has ended as ${state}: ${why}`;
  }
}
