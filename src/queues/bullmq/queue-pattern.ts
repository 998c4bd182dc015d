/** What makes a name a pattern. Braces without a comma are none: names with a hash tag have them. */
const SPECIAL = /[*?]|\[[^\]]+\]|\{[^{}]*,[^{}]*\}/;

/** True for a name that stands for many: `*-queue`, `mail-?`, `shard-[0-9]`, `{orders,invoices}-*`. */
export function isPattern(name: string): boolean {
  return SPECIAL.test(name);
}

/**
 * Says whether a queue's name fits a pattern: `*` any characters, `?` one, `[a-z]` one of a set (`[!a-z]` none of it),
 * `{a,b}` one of several. All other characters stand for themselves.
 */
export function matcherOf(pattern: string): (queue: string) => boolean {
  const parts = pattern.match(/\*+|\?|\[[^\]]+\]|\{[^{}]*,[^{}]*\}|[^]/g) ?? [];
  const expression = new RegExp(`^${parts.map(toExpression).join('')}$`, 's');
  return (queue) => expression.test(queue);
}

function toExpression(part: string): string {
  if (part.startsWith('*')) return '.*';
  if (part === '?') return '.';
  if (part.length > 1 && part.startsWith('[')) return setExpression(part.slice(1, -1));
  if (part.length > 1 && part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map((name) => (isPattern(name) ? matcherSource(name) : escaped(name))).join('|')})`;
  return escaped(part);
}

function matcherSource(pattern: string): string {
  return (pattern.match(/\*+|\?|\[[^\]]+\]|[^]/g) ?? []).map(toExpression).join('');
}

/** Only a hyphen between two characters keeps its meaning. A range that runs backwards matches nothing. */
function setExpression(set: string): string {
  const isNegated = /^[!^]/.test(set) && set.length > 1;
  const members = (isNegated ? set.slice(1) : set).match(/[^]-[^]|[^]/g) ?? [];
  const ranges = members.flatMap((member) => {
    if (member.length < 3) return [escaped(member)];
    const [first = '', , last = ''] = member;
    return first <= last ? [`${escaped(first)}-${escaped(last)}`] : [];
  });
  return ranges.length === 0 ? '(?!)' : `[${isNegated ? '^' : ''}${ranges.join('')}]`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
