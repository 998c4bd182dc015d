import { heedingUser } from '../heeding-user.ts';
import type { Rule } from '../rule.ts';
import { alreadyDeleted } from './already-deleted.ts';
import { alreadyDone } from './already-done.ts';
import { attackRefused } from './attack-refused.ts';
import { attackShape } from './attack-shape.ts';
import { bareFetchFailed } from './bare-fetch-failed.ts';
import { certificateRefused } from './certificate-refused.ts';
import { childFailed } from './child-failed.ts';
import { codeError } from './code-error.ts';
import { connectionCut } from './connection-cut.ts';
import { countUncertain } from './count-uncertain.ts';
import { credentialsRefused } from './credentials-refused.ts';
import { decompressionBomb } from './decompression-bomb.ts';
import { deletionReached } from './deletion-reached.ts';
import { effectUncertain } from './effect-uncertain.ts';
import { emptyBody } from './empty-body.ts';
import { endStateNamed } from './end-state-named.ts';
import { firewallBlocks } from './firewall-blocks.ts';
import { forbiddenKeys } from './forbidden-keys.ts';
import { garbageFrame } from './garbage-frame.ts';
import { gone } from './gone.ts';
import { handlerMissing } from './handler-missing.ts';
import { injectedPrompt } from './injected-prompt.ts';
import { junk } from './junk.ts';
import { junkBody } from './junk-body.ts';
import { lostBody } from './lost-body.ts';
import { modelInstructions } from './model-instructions.ts';
import { noticeOverdue } from './notice-overdue.ts';
import { nothingSent } from './nothing-sent.ts';
import { oneTimeExpired } from './one-time-expired.ts';
import { outagePersists } from './outage-persists.ts';
import { ownKeyInUse } from './own-key-in-use.ts';
import { ownKeyTaken } from './own-key-taken.ts';
import { ownObjectExists } from './own-object-exists.ts';
import { ownStateReported } from './own-state-reported.ts';
import { parentMissing } from './parent-missing.ts';
import { paymentDeclined } from './payment-declined.ts';
import { quotaUsedUp } from './quota-used-up.ts';
import { recipientUnknown } from './recipient-unknown.ts';
import { recipientUnsubscribed } from './recipient-unsubscribed.ts';
import { refusedForNow } from './refused-for-now.ts';
import { requestRefused } from './request-refused.ts';
import { resourceUsedUp } from './resource-used-up.ts';
import { rolledBack } from './rolled-back.ts';
import { schemaDrift } from './schema-drift.ts';
import { schemaRefuses } from './schema-refuses.ts';
import { stalled } from './stalled.ts';
import { structureMissing } from './structure-missing.ts';
import { subscriptionGone } from './subscription-gone.ts';
import { textRefused } from './text-refused.ts';
import { tooDeep } from './too-deep.ts';
import { unclearMessage } from './unclear-message.ts';
import { unreadablePayload } from './unreadable-payload.ts';
import { unrecoverable } from './unrecoverable.ts';
import { userHopeless } from './user-hopeless.ts';
import { userMeaning } from './user-meaning.ts';
import { valueRefused } from './value-refused.ts';
import { validatorFailed } from './validator-failed.ts';

/**
 * Payloads that nothing can come of, and errors that the user declared so. They need nobody's answer. First of all what
 * is no payload for certain: of a message that nobody understands nothing may be said.
 */
export const POISON_RULES: readonly Rule[] = [unclearMessage, forbiddenKeys, tooDeep, emptyBody, lostBody, junkBody, junk, injectedPrompt, attackShape, ...[attackRefused, decompressionBomb].map(heedingUser), userHopeless];

/**
 * The other rules, first match wins. Nothing is decided while a validator gives no answer. What can't be helped by a replay stands before the schema, and the schema before
 * everything transient: what can't pass its schema is never merely retried. An effect that may have happened stands
 * before both, since a repaired letter runs again like any other, and so does what the worker itself declared final.
 */
export const EVIDENCE_RULES: readonly Rule[] = [
  validatorFailed,
  alreadyDone,
  ownKeyTaken,
  alreadyDeleted,
  endStateNamed,
  ownStateReported,
  ownObjectExists,
  deletionReached,
  stalled,
  countUncertain,
  userMeaning,
  ...[subscriptionGone, recipientUnknown, recipientUnsubscribed, oneTimeExpired, noticeOverdue, garbageFrame].map(heedingUser),
  firewallBlocks,
  paymentDeclined,
  credentialsRefused,
  structureMissing,
  handlerMissing,
  resourceUsedUp,
  quotaUsedUp,
  certificateRefused,
  unrecoverable,
  modelInstructions,
  effectUncertain,
  schemaRefuses,
  unreadablePayload,
  childFailed,
  parentMissing,
  outagePersists,
  ownKeyInUse,
  refusedForNow,
  nothingSent,
  bareFetchFailed,
  rolledBack,
  connectionCut,
  textRefused,
  valueRefused,
  schemaDrift,
  codeError,
  gone,
  requestRefused,
];
