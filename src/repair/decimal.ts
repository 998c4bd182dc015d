/** A numeral as JSON and JavaScript write it: sign, digits, fraction, exponent. */
const NUMERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A whole or decimal number in plain form: no sign but minus, no leading zero, no exponent. */
const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * The number that `text` spells, `undefined` unless printing it gives back the text (zeros at the end of a fraction
 * aside): no `+5`, `007`, `1e3`, `0x1F`, no number that JavaScript can't hold exactly.
 */
export function readPlainNumber(text: string): number | undefined {
  if (!PLAIN.test(text)) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return printsAlike(text) && !Object.is(value, -0) ? value : undefined;
}

/** True where a numeral of a JSON text keeps its value when it is parsed and printed again. */
export function printsAlike(numeral: string): boolean {
  const value = Number(numeral);
  return Number.isFinite(value) && normalised(numeral) === normalised(String(value));
}

/** Equal for numerals of equal value: `1.50`, `15e-1` and `0.15e1` all give `15e-1`. */
function normalised(numeral: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMERAL.exec(numeral) ?? [];
  const digits = withoutLeadingZeros(whole + fraction);
  const significant = withoutTrailingZeros(digits);
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

function withoutLeadingZeros(digits: string): string {
  let start = 0;
  while (digits[start] === '0') start++;
  return digits.slice(start);
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
