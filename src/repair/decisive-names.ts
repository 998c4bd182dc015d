import { isJsonObject, type Json } from '../core/json.ts';
import { keyWords } from './key-style.ts';

/** Words that say, wherever they stand in a key, that its value decides about money, consent, rights or a dose. */
const ANYWHERE: ReadonlySet<string> = new Set([
  'payment', 'payments', 'refund', 'refunded', 'refunds', 'tax', 'taxes', 'taxed', 'vat', 'consent', 'consents', 'dosage', 'dose', 'currency', 'capture', 'charge', 'charged', 'debit', 'renew', 'renewal',
  'fx', 'einwilligung', 'zustimmung', 'consentement', 'consentimiento',
]);

/** Words that say so only at the end: `minQuantity`, but not `quantityLabel`. */
const AT_THE_END: ReadonlySet<string> = new Set([
  'qty', 'quantity', 'quantities', 'unit', 'units', 'uom', 'direction', 'side', 'sign', 'role', 'roles', 'permission', 'permissions', 'due', 'duedate', 'menge', 'anzahl', 'stückzahl', 'stueckzahl', 'einheit',
  'quantité', 'quantite', 'cantidad', 'quantità', 'quantita', 'quantidade', 'aantal',
]);

/** The same in two words at the end. */
const PAIRS_AT_THE_END: ReadonlySet<string> = new Set(['due date', 'due on', 'due at', 'opt in', 'exchange rate', 'conversion rate', 'minor units', 'billing interval', 'billing period']);

const PERIODS = /^(?:day|week|month|quarter|year|daily|weekly|monthly|quarterly|yearly|annual|annually)$/i;

/**
 * True where a letter without this member is not the same as one with the schema's default: how many, which way, what
 * for, with whose consent. The same holds for an object with such a member. Their producers mean a value when they leave it out by mistake, and nobody knows which.
 */
export function isDecisiveName(key: string, proposed: Json): boolean {
  if (isJsonObject(proposed) && Object.entries(proposed).some(([inner, value]) => isDecisiveName(inner, value))) return true;
  const words = keyWords(key);
  const last = words.at(-1) ?? '';
  if (words.some((word) => ANYWHERE.has(word)) || AT_THE_END.has(last) || PAIRS_AT_THE_END.has(words.slice(-2).join(' '))) return true;
  return last === 'interval' && typeof proposed === 'string' && PERIODS.test(proposed);
}
