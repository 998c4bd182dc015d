/** A member of anything; `undefined` where there is none. For what providers and packages return, whose types are promises only. */
export function memberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let present = value;
  for (const key of path) {
    if (typeof present !== 'object' || present === null) return undefined;
    present = (present as Readonly<Record<string | number, unknown>>)[key];
  }
  return present;
}

/** The same, where it is a text. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const member = memberOf(value, ...path);
  return typeof member === 'string' ? member : undefined;
}

/** The same, where it is a count: an integer from 0. */
export function countAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const member = memberOf(value, ...path);
  return Number.isSafeInteger(member) && (member as number) >= 0 ? (member as number) : undefined;
}
