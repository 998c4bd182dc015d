import { keyWords } from './key-style.ts';

/** Words for the same deed. What is not here is taken for the thing that it was done to. */
const DEEDS: readonly (readonly string[])[] = [
  ['create', 'created', 'creates', 'creation', 'add', 'added', 'insert', 'inserted', 'new', 'register', 'registered', 'registration', 'signup', 'opened', 'placed', 'issued',
    'submitted', 'submission', 'cast', 'recorded', 'posted', 'logged', 'filed', 'entered', 'raised', 'booked', 'made', 'stored', 'saved', 'ingested', 'imported', 'reported'],
  ['update', 'updated', 'updates', 'change', 'changed', 'modify', 'modified', 'edit', 'edited', 'patched'],
  ['delete', 'deleted', 'deletion', 'remove', 'removed', 'erase', 'erased', 'purge', 'purged', 'destroyed', 'closed'],
  ['cancel', 'canceled', 'cancelled', 'cancellation', 'void', 'voided', 'revoke', 'revoked', 'withdrawn', 'aborted'],
  ['pay', 'paid', 'captured', 'charged', 'settled'],
  ['refund', 'refunded', 'chargeback', 'disputed'],
  ['fail', 'failed', 'failure', 'decline', 'declined', 'reject', 'rejected', 'rejection', 'denied', 'errored'],
  ['succeed', 'succeeded', 'success', 'complete', 'completed', 'finish', 'finished'],
  ['ship', 'shipped', 'dispatched'],
  ['deliver', 'delivered', 'received'],
  ['return', 'returned'],
  ['expire', 'expired', 'expiry'],
  ['renew', 'renewed', 'renewal'],
  ['start', 'started', 'begun', 'began'],
  ['stop', 'stopped', 'end', 'ended'],
  ['activate', 'activated', 'enable', 'enabled'],
  ['deactivate', 'deactivated', 'disable', 'disabled', 'suspend', 'suspended', 'block', 'blocked'],
  ['approve', 'approved', 'accepted', 'confirm', 'confirmed'],
  ['subscribe', 'subscribed'],
  ['unsubscribe', 'unsubscribed', 'optout'],
  ['upgrade', 'upgraded'],
  ['downgrade', 'downgraded'],
  ['archive', 'archived'],
  ['restore', 'restored'],
  ['bounce', 'bounced'],
];

/** Deeds after which less is there than before: nobody handles them without being named for it. */
const TAKING: ReadonlySet<string> = new Set(['delete', 'cancel', 'refund', 'fail', 'return', 'expire', 'stop', 'deactivate', 'unsubscribe', 'downgrade', 'bounce']);

const DEED_OF: ReadonlyMap<string, string> = new Map(DEEDS.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)));

/** Words of names that name nothing. */
const EMPTY: ReadonlySet<string> = new Set([
  'com', 'org', 'io', 'net', 'example', 'event', 'events', 'job', 'queue', 'cmd', 'command', 'message', 'messages', 'notification', 'topic', 'was', 'has', 'been', 'is', 'on', 'the', 'a', 'of', 'to', 'dlq',
]);

interface Name {
  readonly deeds: ReadonlySet<string>;
  /** What the deeds are done to, in their order, in the singular. */
  readonly things: readonly string[];
}

function readName(name: string): Name {
  const words = keyWords(name.replace(/[^\p{L}\d]+/gu, ' ').trim()).filter((word) => !EMPTY.has(word) && !/^v?\d+$/.test(word));
  const deeds = words.flatMap((word) => DEED_OF.get(word) ?? []);
  return { deeds: new Set(deeds), things: words.filter((word) => !DEED_OF.has(word)).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)) };
}

/** True where two names tell of different deeds: `order.refunded`, `order-paid`. */
export function tellsOtherDeed(event: string, handled: string): boolean {
  const [told, wanted] = [readName(event).deeds, readName(handled).deeds];
  return told.size > 0 && wanted.size > 0 && ![...told].some((deed) => wanted.has(deed));
}

/** `assigned` is `assign`, `verified` is `verify`, `planned` is `plan`; `''` for what is no participle. */
function presentOf(word: string): string {
  const [, stem = ''] = /^(.{2,})ed$/.exec(word) ?? [];
  return stem.replace(/i$/, 'y').replace(/([bdgkmnprt])\1$/, '$1');
}

/**
 * True where the name of an event fits what a job is called and the keys of its payload: the thing it was done to is named
 * there, and the deed is no other than the job's. A deed that takes something away has to be named.
 */
export function isHandledBy(event: string, jobName: string, keys: readonly string[]): boolean {
  if (tellsOtherDeed(event, jobName)) return false;
  const { deeds, things } = readName(event);
  const known = [jobName, ...keys].map(readName);
  const ownDeeds = new Set(known[0]?.things);
  const thing = things.findLast((word) => !ownDeeds.has(presentOf(word)));
  const isNamed = (deed: string): boolean => known.some((name) => name.deeds.has(deed));
  if (thing === undefined) return deeds.size > 0 && [...deeds].every(isNamed);
  return [...deeds].every((deed) => !TAKING.has(deed) || isNamed(deed)) && known.some((name) => name.things.includes(thing));
}
