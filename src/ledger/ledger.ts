import { readArchived, noteArchived } from './archive-receipts.ts';
import { readEvents } from './audit.ts';
import { blockSources, findBlocked, unblockSource } from './blocklist.ts';
import { closeBreaker, openBreaker } from './breaker.ts';
import { claimLetters } from './claims.ts';
import { noteConsultations, openKinds, readConsultations } from './consultations.ts';
import type { Ledger } from './contract.ts';
import type { Database } from './database.ts';
import { decideLetters } from './decide.ts';
import { doneElsewhere } from './done-elsewhere.ts';
import { readGroups } from './groups.ts';
import { forgetSource } from './quotations.ts';
import { countStates, knownLetters, ledgerSize, lettersInFlight, listLetters, nextDue } from './queries.ts';
import { recordLetters } from './record.ts';
import { releaseLetters, wakeLetters } from './release.ts';
import { readModelSpend, reserveModelCall, settleModelCall } from './model-calls.ts';
import { decideRemedy, moveRemedy, proposeRemedies, readRemedies } from './remedies.ts';
import { stripLetters } from './strip.ts';
import { takeAbandoned, takePlanned } from './take.ts';
import { transitionLetters } from './transitions.ts';
import { verifyChains } from './verify.ts';

/** The ledger over a database that `migrate` has brought up to date. Each method is one transaction, `verify` one a page. */
export function createLedger(database: Database): Ledger {
  const { location, exclusive } = database;
  const within: Database['transaction'] = (work) => database.transaction(work);
  return {
    location,
    exclusive,
    record: (letters, now) => within((session) => recordLetters(session, letters, now)),
    known: (ids) => within((session) => knownLetters(session, ids)),
    decide: (entries, now) => within((session) => decideLetters(session, entries, now)),
    take: (request) => within((session) => takePlanned(session, request)),
    takeAbandoned: (request) => within((session) => takeAbandoned(session, request, exclusive)),
    claim: (requests, queue, lease, now) => within((session) => claimLetters(session, requests, queue, lease, now)),
    transition: (changes, now) => within((session) => transitionLetters(session, changes, now)),
    release: (finished, reasons, now) => within((session) => releaseLetters(session, finished, reasons, now)),
    wake: (reasons, now) => within((session) => wakeLetters(session, reasons, now)),
    inFlight: (queue, limit, after) => within((session) => lettersInFlight(session, queue, limit, after)),
    doneElsewhere: (ids) => within((session) => doneElsewhere(session, ids)),
    list: (filter) => within((session) => listLetters(session, filter)),
    counts: (queue) => within((session) => countStates(session, queue)),
    nextDue: () => within(nextDue),
    groups: (signatures) => within((session) => readGroups(session, signatures)),
    openBreaker: (signature, stop, now) => within((session) => openBreaker(session, signature, stop, now)),
    closeBreaker: (signature) => within((session) => closeBreaker(session, signature)),
    remedies: (signatures) => within((session) => readRemedies(session, signatures)),
    proposeRemedies: (remedies, now) => within((session) => proposeRemedies(session, remedies, now)),
    moveRemedy: (signature, from, to, now) => within((session) => moveRemedy(session, signature, from, to, now)),
    decideRemedy: (signature, decision, actor, now) => within((session) => decideRemedy(session, signature, decision, actor, now)),
    noteConsultations: (noted) => within((session) => noteConsultations(session, noted)),
    consultations: (signatures) => within((session) => readConsultations(session, signatures)),
    openKinds: (queue, request) => within((session) => openKinds(session, queue, request)),
    reserveModelCall: (call) => within((session) => reserveModelCall(session, call)),
    settleModelCall: (id, settlement) => within((session) => settleModelCall(session, id, settlement)),
    modelSpend: (since) => within((session) => readModelSpend(session, since)),
    noteArchived: (receipts) => within((session) => noteArchived(session, receipts)),
    archived: (ids) => within((session) => readArchived(session, ids)),
    block: (entries) => within((session) => blockSources(session, entries)),
    blocked: (sources, now) => within((session) => findBlocked(session, sources, now)),
    unblock: (source) => within((session) => unblockSource(session, source)),
    strip: (requests, now) => within((session) => stripLetters(session, requests, now)),
    forgetSource: (value) => within((session) => forgetSource(session, value)),
    size: () => within(ledgerSize),
    events: (id) => within((session) => readEvents(session, id)),
    verify: (id) => verifyChains(database, id),
    close: () => database.close(),
  };
}
