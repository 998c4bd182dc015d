import type { FailureText } from '../failure-text.ts';

/** What a failure shows of the step in which it broke off: the end of a transaction, or a change that adds to what is there. */
export type Interrupted = 'commit' | 'count';

const TOP = 12;
/** Drivers and mappers end a transaction in a method of one of these names; MikroORM's unit of work only begins one there. */
const COMMIT_FRAME = /^(?:async )?(?!UnitOfWork\.)(?:[\w$<>]{1,64}\.){0,3}_?(?:commit|commitTransaction|commitTran|commitAsync|endTransaction)(?: \[as \w{1,64}\])? \(/;
/** MongoDB's driver says in words that the outcome of a commit is open. */
const UNKNOWN_COMMIT = /\bUnknownTransactionCommitResult\b/;
const COMMIT_STATEMENT = /^(?:Failed query: )?["'`]?(?:commit|commit transaction|end transaction|commit prepared [^;\n]{1,64});?["'`]?(?=$|\s|-)/i;
/** A column that becomes what it was and something more. */
const COUNT_STATEMENT = /\bset\b[^;]{0,400}?["'`[]?\b(\w{1,64})["'`\]]?\s{0,4}=\s{0,4}(?:coalesce\s{0,2}\()?(?:["'`[]?\w{1,64}["'`\]]?\.)?["'`[]?\1\b["'`\]]?(?:\s{0,2},\s{0,2}0\s{0,2}\))?\s{0,4}[+-]/i;
const COUNT_WORDS = /["'{\s]\$inc\b["']?\s{0,2}:|\b(?:increment|decrement): ?[\w$.-]/;
const COUNT_COMMAND = /^["']?(?:append|decr(?:by)?|h?incr(?:by(?:float)?)?|lpush|rpush|xadd|zincrby)["']?$/i;
const STATEMENT_CHARACTERS = 2048;
const STACK_CHARACTERS = 64 * 1024;

/** The step in which a failure broke off, `undefined` where nothing shows that it was one of these. `stack` is all that was printed, labels in sets too. */
export function readInterrupted({ message, frames, printed: { properties } }: FailureText, stack: string): Interrupted | undefined {
  const statements = [message, properties.get('query'), properties.get('sql'), properties.get('statement')].map((text) => (text ?? '').slice(0, STATEMENT_CHARACTERS));
  const commits = frames.slice(0, TOP).some((frame) => COMMIT_FRAME.test(frame)) || UNKNOWN_COMMIT.test(stack.slice(0, STACK_CHARACTERS)) || statements.some((text) => COMMIT_STATEMENT.test(text));
  if (commits) return 'commit';
  const counts = statements.some((text) => COUNT_STATEMENT.test(text) || COUNT_WORDS.test(text)) || COUNT_COMMAND.test(properties.get('command.name') ?? '');
  return counts ? 'count' : undefined;
}
