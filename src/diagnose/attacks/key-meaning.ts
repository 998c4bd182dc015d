import { pointerSegments, type Pointer } from '../../core/json-pointer.ts';
import { wordsOf } from '../words-of.ts';

/** Keys of members that hold markup, code or queries by design: what looks like an attack may be their content. */
const CODE_WORDS = new Set(
  `aggregate aggregation args argv banner cmd code command commands condition conditions criteria css embed entrypoint exec expression filter filters find footer formula
  html javascript js markdown markup match payload pipeline queries query regex rule rules run script scripts search selector shell signature snippet source sql step
  steps svg template where xml xpath`.split(/\s+/),
);
/** Jobs whose letters hold attacks by design: scanners, firewalls, traps. */
const ATTACK_JOBS = new Set('dast exploit exploits firewall fuzz fuzzing honeypot ids pentest pentests scan scanner scans siem threat threats virus vulnerabilities vulnerability waf'.split(' '));
/** Jobs that work on the machines themselves, for which files of the system and metadata services are what they ask for. */
const MACHINE_JOBS = new Set('backup backups build ci cloud config configuration deploy deployment host hosts imds infrastructure instance instances inventory machine metadata monitor monitoring probe provision provisioning server servers'.split(' '));
/** Keys of members that hold whatever a person writes. */
const TEXT_WORDS = new Set('answer article bio body caption comment content description excerpt feedback message note notes post prompt question remark remarks review subject summary text title transcript'.split(' '));
/** Keys of members by which somebody proves who they are. */
const SECRET_WORDS = new Set('otp passcode passwd password pin secret token'.split(' '));
/** Keys of members that name one thing; nobody means a search by them. */
const NAMING_WORDS = new Set([...SECRET_WORDS, ...'account email id key login name user username uuid'.split(' ')]);

/** True where the key of the value, or of what it stands in, says that code, markup or a query stands there. */
export function holdsCode(pointer: Pointer): boolean {
  return pointerSegments(pointer).some((key) => wordsOf(key).some((word) => CODE_WORDS.has(word)));
}

/** True where the key says that text of a person stands there. */
export function holdsText(key: string): boolean {
  return wordsOf(key).some((word) => TEXT_WORDS.has(word));
}

/** True where the key says that one thing is named there. */
export function namesOneThing(key: string): boolean {
  return NAMING_WORDS.has(wordsOf(key).at(-1) ?? '');
}

/** True where the key says that a secret stands there. */
export function namesSecret(key: string): boolean {
  return SECRET_WORDS.has(wordsOf(key).at(-1) ?? '');
}

/** True where the names of the job and its queue say that its letters hold attacks by design. */
export function worksOnAttacks(...names: readonly string[]): boolean {
  return names.some((name) => wordsOf(name).some((word) => ATTACK_JOBS.has(word)));
}

/** True where they say that the job works on machines and not on what people send. */
export function worksOnMachines(...names: readonly string[]): boolean {
  return names.some((name) => wordsOf(name).some((word) => MACHINE_JOBS.has(word)));
}
