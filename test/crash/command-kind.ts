/** What kind of command a piece of Redis's protocol begins with, in lower case; `undefined` where no command begins there. */
export function redisCommandKind(piece: Buffer): string | undefined {
  return /^\*\d+\r\n\$\d+\r\n(\w+)\r\n/.exec(piece.subarray(0, 64).toString('latin1'))?.[1]?.toLowerCase();
}

/** What kind of statement a piece of PostgreSQL's protocol begins with: its first word in lower case, or `connect`. */
export function postgresCommandKind(piece: Buffer): string | undefined {
  // The first message of a connection has a length and no type.
  if (piece[0] === 0) return 'connect';
  const type = String.fromCharCode(piece[0] ?? 0);
  if (type === 'Q') return firstWord(piece, 5);
  // A statement to prepare: its name, then its text.
  return type === 'P' ? firstWord(piece, piece.indexOf(0, 5) + 1) : undefined;
}

function firstWord(piece: Buffer, start: number): string | undefined {
  return /^\s*(\w+)/.exec(piece.subarray(start, start + 64).toString('latin1'))?.[1]?.toLowerCase();
}
