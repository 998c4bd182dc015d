/** Lookups that stand for one or a few characters: `${lower:j}`, `${::-n}`, `${env:X:-d}`, `${date:'i'}`. */
const DISGUISE = /\$\{(?:lower|upper):([^{}$]{0,16})\}|\$\{[^{}$]{0,60}?:-([^{}$]{0,20})\}|\$\{date:'([^'{}$]{0,16})'\}/gi;
const MOST_LAYERS = 6;

/** True where the text holds a JNDI lookup, also one that is put together from other lookups. */
export function holdsLookup(text: string): boolean {
  let plain = text;
  for (let layer = 0; layer <= MOST_LAYERS && plain.includes('${'); layer += 1) {
    if (/\$\{\s{0,4}jndi\s{0,4}:/i.test(plain)) return true;
    const next = plain.replace(DISGUISE, (_, changed?: string, fallback?: string, date?: string) => changed ?? fallback ?? date ?? '');
    if (next === plain) return false;
    plain = next;
  }
  return false;
}
