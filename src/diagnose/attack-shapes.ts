import type { Json } from '../core/json.ts';

/** Something that nobody writes by accident, with the weakness it is written for. */
interface Shape {
  readonly name: string;
  readonly patterns: readonly RegExp[];
}

/**
 * Shapes that admit one reading only. A quote, an operator or a word alone is none of them: heights (5' or 6'), names
 * of firms (dog & cat), book titles and paths to a neighbouring folder look like that. No pattern can backtrack far.
 */
const SHAPES: readonly Shape[] = [
  {
    name: 'a path out of its folder (CWE-22)',
    patterns: [
      /(?:\.\.[/\\]){1,20}(?:etc[/\\](?:passwd|shadow|hosts|sudoers|ssh)\b|proc[/\\]self\b|root[/\\]\.|windows[/\\](?:system32|win\.ini)\b)/i,
      /^\/etc\/(?:passwd|shadow)$/,
    ],
  },
  {
    name: 'a script (CWE-79)',
    patterns: [/<script[\s>/]/i, /^\s{0,8}javascript:(?:\/\/|[\w.]{1,60}[(=[])/i, /<(?:img|svg|iframe|video|audio|details)[\s/][^>]{0,200}\bon(?:error|load|loadstart|toggle)\s?=/i],
  },
  {
    name: 'an SQL statement (CWE-89)',
    patterns: [
      /'\s{0,8}(?:or|and)\s{1,8}'?(\w{1,20})'?\s{0,4}=\s{0,4}'?\1\b/i,
      /['")]\s{0,8};\s{0,8}(?:(?:drop|truncate|alter)\s{1,8}(?:table|database)|delete\s{1,8}from|insert\s{1,8}into)\s{1,8}\w/i,
      /;\s{0,8}(?:drop|truncate)\s{1,8}(?:table|database)\s{1,8}[\w.]{1,60}\s{0,8}(?:;|--)/i,
      /['")\d]\s{1,8}union\s{1,8}(?:all\s{1,8})?select\s{1,8}(?:\*|null\b|\d{1,9}\b|[\w.@()]{1,60}\s{0,4},)[^;]{0,200}\bfrom\s/i,
    ],
  },
  {
    name: 'a shell command (CWE-78)',
    patterns: [
      /[;|&`]\s{0,8}(?:curl|wget)\s{1,8}(?:-\S{1,20}\s{1,8}){0,4}['"]?(?:https?|ftp):\/\//i,
      /[;|&`]\s{0,8}(?:rm\s{1,8}-[a-z]{0,4}[rf]|cat\s{1,8}\/(?:etc|proc)\/|(?:ba)?sh\s{1,8}-[ci]\b|nc\s{1,8}-[a-z]{0,4}e\b|powershell\s{1,8}-)/i,
      /\$\(\s{0,4}(?:(?:curl|wget|rm|bash|sh|nc|cat)\s{1,8}[-/~.'"]|(?:curl|wget)\s{1,8}\w|(?:id|whoami)\s{0,4}\))/,
    ],
  },
  { name: 'a JNDI lookup (CVE-2021-44228)', patterns: [/\$\{jndi:/i] },
  { name: 'an external XML entity (CWE-611)', patterns: [/<!entity\s{1,8}(?:%\s{1,8})?[\w.-]{1,60}\s{1,8}(?:system|public)\s/i] },
  { name: 'the address of a cloud metadata service (CWE-918)', patterns: [/^[a-z]{2,10}:\/\/(?:169\.254\.169\.254|\[::ffff:a9fe:a9fe\]|metadata\.google\.internal)(?:[:/]|$)/i] },
];

/** Operators of document databases with which a query finds everything, by the values with which it does (CWE-943). */
const MATCHES_ALL: Readonly<Record<string, (value: Json) => boolean>> = {
  $ne: isNothing,
  $gt: isNothing,
  $gte: isNothing,
  $nin: (value) => Array.isArray(value) && value.length === 0,
  $exists: (value) => value === true,
  $regex: (value) => typeof value === 'string' && /^\^?(?:\.[*+])?\$?$/.test(value),
  $where: (value) => typeof value === 'string',
};

/** The weakness for which a text was written, `undefined` for any text that may be meant as data. */
export function attackShapeOf(text: string): string | undefined {
  return SHAPES.find(({ patterns }) => patterns.some((pattern) => pattern.test(text)))?.name;
}

/** True where the operator with this value makes a query find everything. */
export function findsEverything(operator: string, value: Json): boolean {
  return Object.hasOwn(MATCHES_ALL, operator) && MATCHES_ALL[operator]?.(value) === true;
}

function isNothing(value: Json): boolean {
  return value === null || value === '';
}
