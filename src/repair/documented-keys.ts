/** Under which other keys a description says that a member was sent. */
export interface DocumentedKeys {
  /** The same member under another key: ``Renamed from `instance` ``. */
  readonly otherKeys: readonly string[];
  /** Another member whose place it took, which says nothing of the value: ``Replaces `qty` ``. */
  readonly replacedKeys: readonly string[];
}

/** A key in quotes, or without them where it has the form of one (`driver_id`, `driverId`). */
const KEY = '(?:[`\'"‘“]([\\w$@.-]{1,64})[`\'"’”]|(?<![\\w$@.`\'"-])([a-z][a-z\\d_]{1,63})(?![\\w$@`\'"-]))';
const UNTIL = '(?:until|till|up to|before|prior to|through)';
const VERSION = '(?:(?:release|version|revision|api|schema|sdk) ?)?v?\\d[\\w.-]{0,19}';
const OLDER = '(?:old(?:er)?|earlier|previous|prior|former|legacy)';
const SENDERS = '(?:versions?|releases?|clients?|producers?|senders?|publishers?|payloads?|schemas?|apis?|sdks?|messages?|events?)';
const NAMED = '(?: (?:from|of|for|as|it|this|is|was|its|named|called|spelt|spelled|sent|under|known as|key|field|property|member|the|name))*[ :,=(]*';

/** The forms in which descriptions tell a member's other keys. Each names one; others may follow it in a list. */
const OTHER_KEY: readonly RegExp[] = [
  '\\b(?:renamed|rename|formerly|previously|originally|aliase?s?|(?:new|other|another|different) name(?= (?:of|for))|(?:was|were|used to be)(?: named| called)?' +
    `|(?:old|former|previous|legacy|deprecated|v\\d) (?:name|key|field)s?|also (?:known|accepted|sent) as)${NAMED}${KEY}`,
  // ``Named `driver` until release 14``, ``called `driver` in v2``
  `\\b(?:named|called|known as|spelt|spelled|sent as|sent under) ${KEY}(?= (?:${UNTIL}|(?:in|by|from) (?:${OLDER} |v\\d))\\b)`,
  // `` `driver` until v3 ``, `` `driver` in older releases ``
  `${KEY}(?= (?:${UNTIL} (?:the )?(?:release|version|revision|api|schema|sdk|v\\d)|(?:in|by|from) ${OLDER} ${SENDERS}))`,
  // ``In releases before 5 `driver` ``, ``Before v5: `driver` ``, ``Older clients sent `driver` ``
  `\\b(?:${UNTIL} (?:the )?${VERSION}|${OLDER} ${SENDERS})${NAMED}${KEY}(?=[,;)]| or |$)`,
].map((form) => new RegExp(form, 'gi'));

const REPLACED = new RegExp(`\\b(?:replaces|replacement (?:of|for)|supersedes|successor (?:of|to)|takes? the place of|took the place of)(?: (?:the|key|field|${OLDER}|deprecated))* ${KEY}`, 'gi');
const SAME_VALUE = /\bsame (?:values?|content|meaning|data|id|text|format)\b|\b(?:value|content|meaning|format)s? (?:(?:is|are|stays?|remains?) )?(?:unchanged|the same|identical)\b/i;

/** Further keys of the same list. */
const NEXT_KEY = new RegExp(`^(?:,| and| or|/| ,)+ ?${KEY}`, 'i');

const MEASURE = 'cents?|minor|major|units?|seconds?|minutes?|hours?|days?|ms|milliseconds?|micros?|percent|percentage|fraction|net|gross';
const CHANGED = "convert\\w*|scaled?|times|multipl\\w*|divid\\w*|invert\\w*|negat\\w*|opposite|reversed?|different\\w*|unlike|differs?|now (?:in|an?|with|as|the|its?|counts?|holds?)";

/** What makes the other key's value another value: a unit, a scale, a sign, a part of it, or a plain denial. */
export const OTHER_VALUE = new RegExp(`\\b(?:${MEASURE}|${CHANGED}|no longer|not|never|instead|without|excluding|including|ignor\\w*|unrelated|together|combin\\w*|will|going|should|might|split\\w*|merg\\w*|concat\\w*|sum|deriv\\w*|comput\\w*|calculat\\w*|half|both)\\b|n't\\b`, 'i');

/** The same, said anywhere else in the description: another sentence, or another part of the same one. */
const OTHER_ANYWHERE = new RegExp(`\\b(?:${CHANGED}|hash\\w*|encrypt\\w*|encod\\w*|(?:lower|upper)-?cased?|stale|since then|carr(?:y|ies|ied)|counts? from|meant|mapping|map(?:s|ped)|re-?issued|semantics|used to (?:mean|hold|carry)|ignore)\\b`, 'i');
const OTHER_BESIDE = new RegExp(`\\b(?:${MEASURE}|${CHANGED})\\b`, 'i');

/**
 * What may follow the other key without saying anything of the value: when and by whom it was sent, further keys, that it is
 * the same. Any other word (`` `host` when run on bare metal ``, `` `host` plus port ``) may make it another value.
 */
const ORDINARY = new Set([
  ...['in', 'on', 'at', 'as', 'of', 'since', 'from', 'before', 'until', 'till', 'up', 'to', 'through', 'prior', 'after', 'by', 'the', 'a', 'an', 'and', 'or', 'is', 'was', 'it', 'called', 'named', 'with', 'for', 'here', 'old', 'older'],
  ...['earlier', 'previous', 'former', 'legacy', 'deprecated', 'still', 'also', 'accepted', 'sent', 'used', 'release', 'releases', 'version', 'versions', 'revision', 'api', 'schema', 'sdk', 'deploy', 'deployment'],
  ...['client', 'clients', 'producer', 'producers', 'sender', 'senders', 'publisher', 'publishers', 'payload', 'payloads', 'message', 'messages', 'event', 'events', 'letter', 'letters', 'consumers', 'apps', 'app'],
  ...['same', 'value', 'values', 'content', 'meaning', 'data', 'text', 'format', 'id', 'unchanged', 'identical', 'stays', 'remains', 'are', 'key', 'field', 'name', 'property', 'member', 'january', 'february', 'march'],
  ...['april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december', 'jan', 'feb', 'mar', 'apr', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec', 'q1', 'q2', 'q3', 'q4', 'early', 'late'],
]);

function isOrdinary(rest: string): boolean {
  const words = rest.replace(/[`'"‘“][\w$@.-]{1,64}[`'"’”]/g, ' ').split(/[\s,;:()/–—-]+/).filter((word) => word !== '');
  return !/[+*=<>]/.test(rest) && words.every((word) => /^v?\d[\w.]*$/i.test(word) || /_|[a-z\d][A-Z]/.test(word) || ORDINARY.has(word.toLowerCase()));
}

/** Reads a description, in time linear in its length. A key counts only where nothing says that the value differs as well. */
export function documentedKeys(text: string): DocumentedKeys {
  const sentences = OTHER_ANYWHERE.test(text) ? [] : text.split(/[.!?](?:\s|$)|\n/);
  const clauses = sentences.flatMap((sentence) => {
    const parts = sentence.split(';');
    return parts.filter((part, index) => !OTHER_VALUE.test(part) && parts.every((other, place) => place === index || !OTHER_BESIDE.test(other)) && parts.slice(index + 1).every(isOrdinary));
  });
  const replaced = clauses.flatMap((clause) => [...clause.matchAll(REPLACED)].flatMap(keyOf));
  const isSame = SAME_VALUE.test(text);
  return {
    otherKeys: [...new Set([...clauses.flatMap((clause) => OTHER_KEY.flatMap((form) => keysIn(clause, form))), ...(isSame ? replaced : [])])],
    replacedKeys: isSame ? [] : [...new Set(replaced)],
  };
}

function keysIn(clause: string, form: RegExp): readonly string[] {
  return [...clause.matchAll(form)].flatMap((found) => {
    const keys = [...keyOf(found)];
    let rest = clause.slice(found.index + found[0].length);
    for (let next = NEXT_KEY.exec(rest); next !== null && keys.length > 0; next = NEXT_KEY.exec(rest)) {
      keys.push(...keyOf(next));
      rest = rest.slice(next[0].length);
    }
    return isOrdinary(rest) ? keys : [];
  });
}

/** A plain word without quotes is no key. */
function keyOf([, quoted, bare]: readonly (string | undefined)[]): readonly string[] {
  if (quoted !== undefined) return [quoted];
  return bare !== undefined && /_|[a-z\d][A-Z]/.test(bare) ? [bare] : [];
}
