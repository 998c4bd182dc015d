import type { ParsedFailure } from '../core/failure.ts';
import type { AttackKind } from './attacks/attack-kind.ts';
import { outageOf } from './outage.ts';

/** Words by which a check says that it stopped the work. */
const REFUSES =
  /\b(?:not (?:be )?(?:allowed|permitted|supported|public|accepted)|disallow\w{0,4}|forb[ia]d\w{0,4}|refus\w{1,4}|reject\w{1,4}|block(?:ed|ing|s)?|den(?:y|ied|ies)|prohibit\w{0,3}|unsafe|illegal|malicious|suspicious|hostile|attack|injection|traversal|ssrf|xxe|restricted|disabled|exceed\w{0,3}|unsupported|escap\w{1,3}|outside|breached|reference loop|invalid character|cast to \w{1,20} failed|(?:must|may|can) ?not)\b/i;

/** What a check that stops each kind of attack speaks of. */
const SPEAKS_OF: Readonly<Record<AttackKind, RegExp>> = {
  address: /\b(?:addresse?s?|ips?|hosts?|hostname|urls?|uri|target|destination|endpoint|link-local|metadata|ssrf|dns|calls? to|requests? to|connections? to)\b/i,
  'database-operator': /\b(?:operators?|nosql|injection|dollar|cast to)\b|\$(?:ne|gt|where|regex)\b/i,
  'directory-filter': /\b(?:ldap|filters?|dn|injection)\b/i,
  entity: /\b(?:entit(?:y|ies)|doctype|dtd|xxe|amplification)\b/i,
  formula: /\b(?:formulas?|dde|csv|cells?|spreadsheet|macros?)\b/i,
  header: /\b(?:headers?|crlf|line ?breaks?|newlines?)\b/i,
  'inner-service': /\b(?:address(?:es)?|hosts?|urls?|schemes?|protocols?|ssrf)\b/i,
  lookup: /\b(?:jndi|lookups?|expressions?|log4\w{0,6})\b/i,
  path: /\b(?:paths?|traversal|director(?:y|ies)|folders?|file ?names?|zip ?slip|outside|escapes?|protocols?|schemes?|urls?)\b/i,
  prototype: /\b(?:keys?|paths?|properties|property|prototypes?|__proto__|pollution)\b/i,
  script: /\b(?:scripts?|scripting|html|xss|markup|tags?|schemes?|protocols?)\b/i,
  'serialised-function': /\b(?:deseriali\w{2,8}|unseriali\w{2,8}|functions?)\b/i,
  shell: /\b(?:shell|commands?|metacharacters?|arguments?|file ?names?)\b/i,
  sql: /\b(?:sql|sqli|statements?|injection)\b/i,
  template: /\b(?:templates?|expressions?|ssti)\b/i,
};

/**
 * True where the worker's own check stopped an attack of this kind: it refused, and it spoke of what the attack uses.
 * The answer of another server is no such check (a firewall errs), and neither is a connection that failed. Quoted
 * values are masked before they are read.
 */
export function refusesAttack(failure: ParsedFailure, kind: AttackKind): boolean {
  return isRefusal(failure) && SPEAKS_OF[kind].test(failure.template);
}

/** True where the worker stopped by itself, for whatever reason: cheaper than to look for attacks in each payload. */
export function isRefusal(failure: ParsedFailure): boolean {
  return REFUSES.test(failure.template) && failure.httpStatus === undefined && outageOf(failure) === undefined;
}
