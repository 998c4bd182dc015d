import type { CallNames } from './call-names.ts';
import { postgresCommandKind, redisCommandKind } from './command-kind.ts';
import { addressOf, openLine } from './line.ts';
import type { Stores } from './stores.ts';
import type { Trap } from './trap.ts';

/** Lines between mendq and its stores, tapped by a trap. */
export interface Lines {
  readonly stores: Stores;
  close(): Promise<void>;
}

/** Who wants to know of what happens on the lines. */
export interface LineListeners {
  readonly onCut: (at: string) => void;
  readonly onBrokerCommand?: () => void;
}

/** Puts lines between mendq and its broker and ledger. */
export async function drawLines(stores: Stores, trap: Trap, calls: CallNames, { onCut, onBrokerCommand }: LineListeners): Promise<Lines> {
  const tapOf = (part: string, kindOf: (piece: Buffer) => string | undefined) => (piece: Buffer) => {
    const kind = kindOf(piece);
    if (part === 'queue') onBrokerCommand?.();
    const sprung = kind === undefined ? undefined : trap.pass(`${calls.of(part)}.${kind}`);
    return sprung === undefined ? undefined : { fate: sprung.fate, cut: () => onCut(sprung.at) };
  };
  const broker = await openLine(addressOf(stores.brokerUrl), tapOf('queue', stores.broker === 'bullmq-redis' ? redisCommandKind : postgresCommandKind));
  const ledger = await openLine(addressOf(stores.ledgerUrl), tapOf('ledger', postgresCommandKind));
  return {
    stores: { ...stores, brokerUrlForMendq: broker.through(stores.brokerUrl), ledgerUrl: ledger.through(stores.ledgerUrl) },
    close: async () => {
      await broker.close();
      await ledger.close();
    },
  };
}
