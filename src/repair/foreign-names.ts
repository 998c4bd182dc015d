/** What a name in another language than English says of its value. */
export type ForeignName = 'an id' | 'a recipient' | 'money';

/** Words without doubt, by what they say. Languages that run words together are covered by their endings below. */
const WORDS: ReadonlyMap<string, ForeignName> = new Map([
  ...['konto', 'rekening', 'cuenta', 'conta', 'compte', 'hesap', 'kontonummer', 'kontonr', 'счет', 'счёт'].map((word) => [word, 'an id'] as const),
  ...['empfänger', 'empfaenger', 'destinataire', 'destinatario', 'destinatário', 'bénéficiaire', 'beneficiaire', 'courriel', 'correo', 'ontvanger', 'odbiorca', 'mottaker', 'mottagare', 'modtager',
    'alıcı', 'alici', 'получатель'].map((word) => [word, 'a recipient'] as const),
  ...['montant', 'prix', 'frais', 'solde', 'remise', 'taxe', 'tva', 'devise', 'acompte', 'loyer', 'salaire', 'coût', 'cout', 'importe', 'precio', 'monto', 'moneda', 'descuento', 'cuota', 'tarif', 'tarifa',
    'iva', 'coste', 'costo', 'impuesto', 'comisión', 'comision', 'importo', 'prezzo', 'valuta', 'sconto', 'tariffa', 'totale', 'preço', 'preco', 'montante', 'moeda', 'desconto', 'imposto', 'bedrag',
    'prijs', 'korting', 'btw', 'kwota', 'waluta', 'rabat', 'rabatt', 'podatek', 'belopp', 'beløp', 'beloep', 'beløb', 'moms', 'avgift', 'gebyr', 'tutar', 'fiyat', 'bakiye', 'saldo', 'mwst', 'umsatzsteuer', 'mehrwertsteuer', 'skonto', 'zins',
    'zinsen', 'zinssatz', 'steuersatz', 'сумма', 'цена', 'стоимость', 'валюта', 'скидка', 'остаток'].map((word) => [word, 'money'] as const),
]);

/** Words that mean other things as well, so that they count only where a number stands. */
const MONEY_WHERE_A_NUMBER_STANDS: ReadonlySet<string> = new Set(['valor', 'pris', 'cena', 'taxa', 'kosten', 'summe', 'tip', 'credit', 'debit', 'interest', 'premium', 'commission', 'pence', 'rappen']);

/** Endings of German compounds: `Gesamtbetrag`, `Nettopreis`, `Liefergebühr`. */
const MONEY_ENDING = /(?:betrag|preis|gebühr|gebuehr|währung|waehrung|entgelt|honorar|guthaben|kaution|anzahlung|(?:gesamt|end|netto|brutto|zwischen|rechnungs)summe|(?:versand|liefer|gesamt|zusatz)kosten)$/;
const ID_ENDING = /(?:konto|kontonummer)$/;

/** The same in scripts that leave no blanks between words. */
const EAST_ASIAN_MONEY = /(?:金额|金額|价格|價格|価格|单价|單價|総額|总价|总额|余额|餘額|残高|费用|費用|料金|折扣|税额|货币|貨幣|币种|通貨|금액|가격|요금|잔액|통화)$/;
const EAST_ASIAN_ID = /(?:账号|帳號|账户|帳戶|口座|계좌)$/;
const EAST_ASIAN_RECIPIENT = /(?:收款人|收件人|受取人|수취인)$/;

/**
 * What a word that ends a key says of its value in one of the languages that payloads are often written in; `undefined`
 * where it says nothing. `hasNumber` tells whether a number stands there, alone or in a text.
 */
export function foreignName(word: string, hasNumber: boolean): ForeignName | undefined {
  if (hasNumber && MONEY_WHERE_A_NUMBER_STANDS.has(word)) return 'money';
  const known = WORDS.get(word);
  if (known !== undefined || word.length < 2) return known;
  if (MONEY_ENDING.test(word) || EAST_ASIAN_MONEY.test(word)) return 'money';
  if (ID_ENDING.test(word) || EAST_ASIAN_ID.test(word)) return 'an id';
  return EAST_ASIAN_RECIPIENT.test(word) ? 'a recipient' : undefined;
}
