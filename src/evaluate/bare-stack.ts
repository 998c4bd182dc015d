/** A line that names a place in the code, as every JavaScript engine of today prints it. */
const FRAME = /^\s+at \S/;

/** What `util.inspect` puts behind the last frame where properties of the error follow. */
const OPENED = /\s\{$/;

/**
 * The stack without anything that a logger printed behind its frames (properties, codes, causes): what BullMQ keeps of an
 * error. A stack without frames comes back as it is, for there its end can't be told.
 */
export function bareStack(stack: string): string {
  const lines = stack.split('\n');
  const opened = lines.findIndex((line) => FRAME.test(line) && OPENED.test(line.trimEnd()));
  const last = opened === -1 ? lines.findLastIndex((line) => FRAME.test(line)) : opened;
  if (last === -1) return stack;
  return [...lines.slice(0, last), (lines[last] ?? '').trimEnd().replace(OPENED, '')].join('\n');
}
