/** What a statement asks of the connection rather than of the tables. */
export type StatementKind =
  | { readonly kind: 'begin' | 'commit' | 'rollback' | 'other' }
  | { readonly kind: 'listen'; readonly channel: string }
  | { readonly kind: 'unlisten'; readonly channel: string };

/** Longer statements steer no connection. */
const LONGEST = 500;

/** Reads the kind of a single statement, looking behind the comments that BullMQ's statements begin with. */
export function statementKind(text: string): StatementKind {
  const statement = withoutLeadingComments(text).replace(/[\s;]+$/, '');
  if (/^(begin|start\s+transaction)\b[^;]*$/i.test(statement)) return { kind: 'begin' };
  if (/^(commit|end)(\s+(work|transaction))?$/i.test(statement)) return { kind: 'commit' };
  if (/^(rollback|abort)(\s+(work|transaction))?$/i.test(statement)) return { kind: 'rollback' };
  const listening = /^(un)?listen\s+(\*|"(?:[^"]|"")+"|\w+)$/i.exec(statement);
  if (listening === null) return { kind: 'other' };
  return { kind: listening[1] === undefined ? 'listen' : 'unlisten', channel: listening[2] ?? '' };
}

function withoutLeadingComments(text: string): string {
  let start = 0;
  for (;;) {
    while (/\s/.test(text.charAt(start))) start += 1;
    const end = commentEnd(text, start);
    if (end === undefined) return text.length - start > LONGEST ? '' : text.slice(start);
    start = end;
  }
}

function commentEnd(text: string, start: number): number | undefined {
  if (text.startsWith('--', start)) return lineEnd(text, start);
  if (!text.startsWith('/*', start)) return undefined;
  const end = text.indexOf('*/', start + 2);
  return end < 0 ? text.length : end + 2;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end + 1;
}
