import type { ParsedFailure } from '../../core/failure.ts';
import type { InspectedLetter } from '../../core/inspected-letter.ts';
import type { JsonObject } from '../../core/json.ts';
import { outageOf } from '../outage.ts';
import { addsUp, addsUpByMethod } from '../repetition/adds-up.ts';
import { secondRefused } from '../repetition/second-refused.ts';
import { failureFact, type Rule } from '../rule.ts';
import { safeRepetition } from '../safe-repetition.ts';
import { storeRefusals } from '../store-refusals.ts';

const MONGO_COMMIT = "MongoNetworkError: connection 9 to 10.0.0.7:27017 closed\n    at ClientSession.commitTransaction (/app/node_modules/mongodb/lib/sessions.js:320:9)\n    at async handle (/app/dist/jobs/save.js:18:5) {\n  errorLabelSet: Set(1) { 'UnknownTransactionCommitResult' }\n}";
const UNIQUE = (description: string): JsonObject => ({ properties: { entryId: { type: 'string', description } } });

/** A transaction that may have been committed, or a change of a number that may have been made, before the connection was lost. */
export const countUncertain: Rule = {
  name: 'count-uncertain',
  why: 'Most work on a database can be done again: the same row gets the same values, or a key refuses the second one. A number that is raised is raised twice, and what was cut within a commit is done or not as a whole: so somebody has to look, unless a documented key refuses the second one.',
  source: 'PostgreSQL manual, section 32.1: a connection lost during COMMIT leaves the outcome open; MongoDB specification of transactions: UnknownTransactionCommitResult; Redis documentation of INCRBY: no repetition is recognised.',
  examples: {
    for: [
      { shows: 'a counter', name: 'add-points', payload: { memberRef: 'm-7', points: 50 }, stack: 'Error: read ECONNRESET' },
      { shows: 'the command in the stack', name: 'count-visit', stack: 'Error: socket hang up\n    at async VisitStore.incrby (/app/dist/visits/visit.store.js:19:5)' },
      { shows: 'a commit', name: 'post-entry', stack: 'error: Connection terminated unexpectedly\n    at async LedgerService.commit (/app/dist/ledger/ledger.service.js:58:7)' },
      { shows: 'a commit within the driver, with its label', name: 'save-profile', stack: MONGO_COMMIT },
      { shows: 'the same where only the stack was kept', name: 'save-profile', stack: MONGO_COMMIT.split(' {')[0] ?? '' },
      { shows: 'a commit that a server which is not the primary any more may have passed on', name: 'save-profile', stack: MONGO_COMMIT.replace('MongoNetworkError: connection 9 to 10.0.0.7:27017 closed', 'MongoServerError: not primary') },
      { shows: 'a commit that the driver repeated without finding a server', name: 'save-profile', stack: MONGO_COMMIT.replace('MongoNetworkError: connection 9 to 10.0.0.7:27017 closed', 'MongoServerSelectionError: connection timed out') },
      { shows: 'a commit of a mapper', name: 'save-profile', stack: 'Error: Connection terminated unexpectedly\n    at Client.query (/app/node_modules/pg/lib/client.js:526:17)\n    at PostgresQueryRunner.commitTransaction (/app/node_modules/typeorm/driver/postgres/PostgresQueryRunner.js:184:20)' },
      { shows: 'a commit as a statement', name: 'save-profile', stack: 'QueryFailedError: Connection terminated unexpectedly\n    at x (/app/node_modules/pg/lib/client.js:1:1) {\n  query: \'COMMIT\',\n  code: \'08006\'\n}' },
      { shows: 'a commit over a payload that the schema refuses now', name: 'save-profile', stack: MONGO_COMMIT, refused: [['/id', 'type']] },
      { shows: 'a commit that was cut in an earlier attempt', name: 'save-profile', stack: 'error: deadlock detected', earlier: [MONGO_COMMIT] },
      { shows: 'a statement that adds to a column', name: 'touch-page', stack: 'DrizzleQueryError: Failed query: update "pages" set "views" = "pages"."views" + $1 where "id" = $2\nparams: 1,7\n    at x (/app/dist/x.js:1:1) {\n  cause: Error: read ECONNRESET {\n    code: \'ECONNRESET\'\n  }\n}' },
      { shows: 'a move of a quantity without an id of the move', name: 'move-stock', payload: { sku: 'A-1', from: 'w-1', to: 'w-2', quantity: 3 }, stack: 'Error: Connection terminated unexpectedly\n    at x (/app/node_modules/pg/lib/client.js:1:1)' },
      { shows: 'a payment of which only the invoice is named', name: 'record-payment', payload: { invoiceId: 'i-1', amountMinor: 500 }, stack: 'Error: read ECONNRESET' },
      { shows: 'a charge to an account that is named', name: 'charge-account', payload: { accountId: 'a-1', amount: 500 }, stack: 'Error: read ECONNRESET' },
      { shows: 'a key that is unique for a while', name: 'add-points', payload: { entryId: 'e-1', points: 5 }, jsonSchema: UNIQUE('A second one within 5 minutes is refused'), stack: 'Error: read ECONNRESET' },
      { shows: 'a counter of Redis beside a unique row', name: 'add-points', payload: { entryId: 'e-1', points: 5 }, jsonSchema: UNIQUE('A second insert is refused'), stack: 'Error: Connection is closed.\n    at x (/app/node_modules/ioredis/built/redis/event_handler.js:214:25)' },
    ],
    against: [
      { shows: 'a commit of work whose second row is refused', name: 'add-entry', payload: { entryId: 'e-1', amountMinor: 700 }, jsonSchema: UNIQUE('Unique in the ledger: a second insert with the same id is refused'), stack: MONGO_COMMIT },
      { shows: 'a commit that the server undid', name: 'save-profile', stack: 'error: could not serialize access due to concurrent update\n    at PostgresQueryRunner.commitTransaction (/app/node_modules/typeorm/driver/postgres/PostgresQueryRunner.js:184:20)' },
      { shows: 'a transaction that was aborted', name: 'move-points', payload: { from: 'm-1', to: 'm-2', points: 30 }, stack: "MongoServerError: Transaction 4 has been aborted.\n    at x (/app/node_modules/mongodb/lib/cmap/connection.js:320:27) {\n  code: 251,\n  codeName: 'NoSuchTransaction',\n  errorLabelSet: Set(1) { 'TransientTransactionError' }\n}" },
      { shows: 'a commit that the business database says is not done', name: 'save-profile', stack: MONGO_COMMIT, fulfilment: 'no' },
      { shows: 'a commit in a job that changes nothing', name: 'read-profile', stack: MONGO_COMMIT, effects: 'none' },
      { shows: 'an entry under its own id', name: 'add-entry', payload: { entryId: 'e-1', amountMinor: 700 }, stack: 'Error: Connection terminated unexpectedly\n    at async LedgerService.insert (/app/dist/ledger/ledger.service.js:44:7)' },
      { shows: 'a quantity that is set', name: 'update-order', payload: { orderId: 'o-1', quantity: 3 }, stack: 'Error: read ECONNRESET' },
      { shows: 'an article that is written', name: 'publish-article', payload: { articleId: 9, html: '<p>' }, stack: 'Error: read ECONNRESET' },
      { shows: 'a row that is written', name: 'save-profile', stack: 'Error: read ECONNRESET' },
      { shows: 'a counter that was not reached', name: 'add-points', stack: 'Error: connect ECONNREFUSED 10.0.0.7:6379' },
      { shows: 'a transaction that was rolled back', name: 'add-points', stack: 'error: deadlock detected' },
      { shows: 'a counter that the business database says is not raised', name: 'add-points', stack: 'Error: read ECONNRESET', fulfilment: 'no' },
      { shows: 'a job that changes nothing', name: 'add-points', stack: 'Error: read ECONNRESET', effects: 'none' },
    ],
  },
  match(letter, { answer, now }) {
    const { failure, jobType } = letter;
    if (jobType.effects !== 'database' || answer?.fulfilment === 'no' || !wouldRunAgain(letter)) return undefined;
    const cut = [failure, ...(failure.earlier ?? [])].find((attempt) => isOpen(letter, attempt, now));
    if (cut === undefined) return undefined;
    const where = cut === failure ? 'the last' : 'an earlier';
    return {
      cause: 'unknown',
      rule: 'count-uncertain',
      why: cut.details['interrupted'] === 'commit'
        ? `In ${where} attempt the transaction broke off while it was being committed: it may have been done, and a replay would do it twice.`
        : `In ${where} attempt ${outageOf(cut)?.what}, and the job raises or lowers a number: it may have done so before, and a replay would do it twice.`,
      evidence: [failureFact(cut), { source: 'policy', fact: 'effects: database' }],
      confidence: 'none',
    };
  },
};

/** True where one of the rules behind this one would bring the letter back. With a hook the guard asks about a repaired payload before it runs. */
function wouldRunAgain({ failure, jobType, schemaCheck }: InspectedLetter): boolean {
  if (schemaCheck.kind === 'invalid') return jobType.fulfilled === undefined && jobType.fulfilledMany === undefined;
  return outageOf(failure) !== undefined || storeRefusals(failure).length > 0;
}

function isOpen(letter: InspectedLetter, attempt: ParsedFailure, now: Date): boolean {
  if (attempt.details['method'] === 'GET') return false;
  const commits = attempt.details['interrupted'] === 'commit' && isOpenCommit(attempt);
  if (!commits && !(outageOf(attempt)?.kind === 'cut' && counts(letter, attempt))) return false;
  // A store that undoes nothing may have counted before the second row was refused.
  const refused = attempt.library === 'redis' || attempt.details['interrupted'] === 'count' ? undefined : secondRefused(letter);
  return refused === undefined && safeRepetition(letter, attempt, now) === undefined;
}

/** A commit that the server undid is none. One that never left is none either, but MongoDB's driver repeats a commit by itself and tells of the second. */
function isOpenCommit(attempt: ParsedFailure): boolean {
  const kind = outageOf(attempt)?.kind;
  return kind !== undefined && kind !== 'rolled-back' && (kind !== 'not-sent' || attempt.errorClass.startsWith('Mongo'));
}

function counts(letter: InspectedLetter, attempt: ParsedFailure): boolean {
  if (addsUp(letter) || attempt.details['interrupted'] === 'count') return true;
  return attempt.ownFrames.some((frame) => addsUpByMethod((frame.split('@')[0] ?? '').split('.').at(-1) ?? ''));
}
