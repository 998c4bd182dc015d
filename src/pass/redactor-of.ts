import type { Redactor, RedactorFor } from '../core/redactor.ts';
import type { LetterRecord } from '../ledger/contract.ts';

/** The redactor of a letter as the ledger has it. Without bodies (`Ledger.inFlight`) there is nothing that it could hide. */
export function redactorOf({ letter, decision }: LetterRecord, redactorFor: RedactorFor): Redactor {
  return redactorFor(letter, decision?.plan.body);
}
