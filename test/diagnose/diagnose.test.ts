import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import type { RuleExample } from '../../src/diagnose/rule.ts';
import type { Diagnosis } from '../../src/core/diagnosis.ts';
import { diagnoseContextOf, letterOf } from './example-letter.ts';

const CUT = 'Error: read ECONNRESET';

async function diagnosisOf(example: RuleExample): Promise<Diagnosis | undefined> {
  const [diagnosis] = await diagnose([await letterOf(example)], diagnoseContextOf(example));
  return diagnosis;
}

describe('diagnose', () => {
  it('asks the business database once, for all letters that the poison rules leave and whose payload passes its schema', async () => {
    const letters = await Promise.all([
      letterOf({ shows: 'poison', body: '{"__proto__":{}}', stack: CUT }),
      letterOf({ shows: 'hopeless', stack: 'EmptyFileError: no rows', errors: { EmptyFileError: 'hopeless' } }),
      letterOf({ shows: 'cut', payload: { id: 'a' }, stack: CUT }),
      letterOf({ shows: 'not JSON', body: 'x', stack: CUT }),
      letterOf({ shows: 'malformed', payload: { id: 'b' }, refused: [['/id', 'type']], stack: CUT }),
    ]);
    const asked: string[][] = [];
    const diagnoses = await diagnose(letters, diagnoseContextOf({ shows: '', errors: { EmptyFileError: 'hopeless' } }, asked));
    expect(asked).toEqual([[letters[2]?.letter.id]]);
    expect(diagnoses.map(({ rule }) => rule)).toEqual(['forbidden-keys', 'user-hopeless', 'connection-cut', 'unreadable-payload', 'schema-refuses']);
  });

  it('asks nothing where every letter is poisoned or unreadable', async () => {
    const asked: string[][] = [];
    const letter = await letterOf({ shows: 'poison', body: '{"__proto__":{}}', stack: CUT });
    await diagnose([letter], diagnoseContextOf({ shows: '' }, asked));
    expect(await diagnose([], diagnoseContextOf({ shows: '' }, asked))).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('takes no answer, a failed one and an absent one for no evidence', async () => {
    const letter = await letterOf({ shows: 'cut', stack: CUT });
    const silent = { ...diagnoseContextOf({ shows: '' }), askFulfilment: async () => new Map() };
    expect(await diagnose([letter], silent)).toMatchObject([{ cause: 'transient' }]);
    expect(await diagnosisOf({ shows: 'failed', stack: CUT, fulfilment: 'failed' })).toMatchObject({ cause: 'transient' });
  });

  it('never merely retries what can not pass its schema', async () => {
    const transient = [CUT, 'TypeError: fetch failed', 'AxiosError: Request failed with status code 429', 'error: deadlock detected', 'Error: connect ECONNREFUSED 10.0.0.7:443'];
    for (const stack of transient) {
      expect(await diagnosisOf({ shows: stack, stack })).toMatchObject({ cause: 'transient' });
      expect(await diagnosisOf({ shows: stack, stack, refused: [['/id', 'type']] })).toMatchObject({ cause: 'malformed', rule: 'schema-refuses' });
    }
  });

  it('lets a person decide where a run may have acted outside, whether the payload is valid or not', async () => {
    for (const stack of [CUT, 'TypeError: fetch failed', 'AxiosError: Request failed with status code 504', 'AxiosError: timeout of 3000ms exceeded']) {
      for (const refused of [[], [['/id', 'type']]] as const) {
        expect(await diagnosisOf({ shows: stack, stack, effects: 'external', refused })).toMatchObject({ cause: 'unknown', rule: 'effect-uncertain' });
      }
    }
  });

  it('says already done before anything else that a run could be blamed for', async () => {
    for (const stack of [CUT, 'AxiosError: Request failed with status code 401', 'UpstreamBusy: later']) {
      expect(await diagnosisOf({ shows: stack, stack, fulfilment: 'yes', effects: 'external', errors: { UpstreamBusy: 'transient' } })).toMatchObject({ cause: 'already-done' });
    }
  });

  it('asks no hook about a payload that its schema refuses or could not judge, and believes no answer about it', async () => {
    for (const example of [{ refused: [['/id', 'missing']] }, { schema: 'throws' }] as const) {
      const asked: string[][] = [];
      const letter = await letterOf({ shows: '', stack: 'Error: boom', ...example });
      const [diagnosis] = await diagnose([letter], diagnoseContextOf({ shows: '', fulfilment: 'yes' }, asked));
      expect(asked).toEqual([]);
      expect(diagnosis?.cause).not.toBe('already-done');
    }
  });

  it('repairs what a validator refused, whatever the job does, and what anything else failed over only where that can do no harm', async () => {
    const refused = [['/id', 'type']] as const;
    for (const stack of ['ZodError: [{"code":"invalid_type","path":["id"],"message":"Required"}]', 'Error: event refused: data/id must be string', 'ValidationError: "id" is required', 'ValiError: Invalid type: Expected string']) {
      expect(await diagnosisOf({ shows: stack, stack, effects: 'external', refused })).toMatchObject({ cause: 'malformed' });
    }
    for (const stack of ['Error: boom', "TypeError: Cannot read properties of undefined (reading 'id')", 'error: deadlock detected', 'Error: SMTP: 3 of 5 recipients rejected after DATA']) {
      expect(await diagnosisOf({ shows: stack, stack, effects: 'external', refused })).toMatchObject({ cause: 'unknown', why: expect.stringContaining('it may have acted before it failed') });
      expect(await diagnosisOf({ shows: stack, stack, effects: 'external', refused, hook: true })).toMatchObject({ cause: 'malformed' });
      expect(await diagnosisOf({ shows: stack, stack, effects: 'database', refused })).toMatchObject({ cause: 'malformed' });
    }
  });

  it('hands the wait on that the other side asked for', async () => {
    const stack = "AxiosError: Request failed with status code 429\n    at settle (/app/node_modules/axios/lib/core/settle.js:19:12) {\n  response: { headers: { 'retry-after': '30' } }\n}";
    expect(await diagnosisOf({ shows: '', stack })).toMatchObject({ cause: 'transient', retryAfterMilliseconds: 30_000 });
    expect(await diagnosisOf({ shows: '', stack, errors: { '429': 'transient' } })).toMatchObject({ rule: 'user-meaning', retryAfterMilliseconds: 30_000 });
  });

  it('does not know where nothing tells', async () => {
    expect(await diagnosisOf({ shows: '', stack: 'Error: boom' })).toMatchObject({ cause: 'unknown', rule: 'undecided', confidence: 'none' });
    expect(await diagnosisOf({ shows: '', stack: 'Error: boom', schema: 'absent' })).toMatchObject({ cause: 'unknown', rule: 'undecided' });
  });

  it('shows no value of the payload', async () => {
    const secret = 'nora.quill@example.com';
    const examples: readonly RuleExample[] = [
      { shows: '', stack: `Error: no account for ${secret}`, payload: { email: secret } },
      { shows: '', stack: `Error: ER_DUP_ENTRY: Duplicate entry '${secret}' for key 'accounts.PRIMARY'`, payload: { accountId: secret } },
      { shows: '', stack: 'Error: refused', payload: { email: secret }, refused: [['/email', 'type']] },
      { shows: '', stack: 'Error: refused', payload: { email: `<script>${secret}` }, refused: [['/email', 'pattern']] },
    ];
    for (const example of examples) expect(JSON.stringify(await diagnosisOf(example))).not.toContain('nora');
  });
});

/** The letters of the demo, as BullMQ keeps them: the stack, and what a wrapper may have printed behind it. */
const DEMO: readonly (readonly [RuleExample, Partial<Diagnosis>])[] = [
  [{ shows: 'a boolean written as text', stack: 'ZodError: [{"expected":"boolean","code":"invalid_type","path":["options","autoCalculateTax"],"message":"Invalid input"}]', payload: { options: { autoCalculateTax: 'TRUE' } }, refused: [['/options/autoCalculateTax', 'type']] }, { cause: 'malformed' }],
  [{ shows: 'a download that timed out, cause kept', stack: "TypeError: fetch failed\n    at download (/app/src/cdn.ts:9:1) {\n  [cause]: Error: connect ETIMEDOUT 203.0.113.7:443\n      at createCdn (/app/src/cdn.ts:7:1) {\n    errno: -110,\n    code: 'ETIMEDOUT',\n    syscall: 'connect'\n  }\n}" }, { cause: 'transient', rule: 'nothing-sent' }],
  [{ shows: 'a download that timed out, cause lost', stack: 'TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13' }, { cause: 'transient', rule: 'bare-fetch-failed' }],
  [{ shows: 'an event that lacks a field', stack: "Error: event refused: data must have required property 'channel'", payload: { eventId: 'evt_1' }, refused: [['/channel', 'missing']], effects: 'external' }, { cause: 'malformed' }],
  [{ shows: 'an event whose order is completed, about which the guard asks once it is repaired', stack: "Error: event refused: data must have required property 'channel'", payload: { eventId: 'evt_1' }, refused: [['/channel', 'missing']], effects: 'external', fulfilment: 'yes' }, { cause: 'malformed' }],
  [{ shows: 'an ambiguous date', stack: 'ZodError: [{"code":"invalid_format","format":"date","path":["reportDate"],"message":"Invalid ISO date"}]', payload: { reportDate: '03/04/2026' }, refused: [['/reportDate', 'format']] }, { cause: 'malformed' }],
  [{ shows: 'an emoji in a legacy column', stack: 'error: new row for relation "comments" violates check constraint "comments_body_legacy_charset"', payload: { body: 'Works like a charm \u{1F389}' } }, { cause: 'malformed', refusedText: 'four-byte-characters' }],
  [{ shows: 'the same through Drizzle', stack: "Error: Failed query: insert into \"shop\".\"comments\" values ($1)\nparams: Nice \u{1F389}\n    at save (/app/src/save.ts:1:1) {\n  query: 'insert into \"shop\".\"comments\" values ($1)',\n  params: [ 'Nice \u{1F389}' ],\n  [cause]: error: new row for relation \"comments\" violates check constraint \"comments_text_utf8mb3\"\n      at parse (/app/node_modules/pg-protocol/dist/parser.js:285:98) {\n    severity: 'ERROR',\n    code: '23514',\n    constraint: 'comments_text_utf8mb3'\n  }\n}", payload: { text: 'Nice \u{1F389}' } }, { cause: 'malformed', refusedText: 'four-byte-characters' }],
  [{ shows: 'an expired API key', stack: 'CrmError: Request failed with status code 401 Unauthorized: the API key has expired', effects: 'external' }, { cause: 'defect', rule: 'credentials-refused' }],
  [{ shows: 'an empty file', stack: 'EmptyFileError: document doc_401 has no content', payload: { text: '' }, errors: { EmptyFileError: 'hopeless' } }, { cause: 'hopeless' }],
  [{ shows: 'two megabytes of junk', stack: 'Error: refused', payload: { text: '\u0001\u0002\u0003#%\u0006\u000e*'.repeat(262_144) }, refused: [['/text', 'pattern']] }, { cause: 'hopeless', malicious: true }],
  [{ shows: 'a __proto__ payload', stack: 'Error: refused', body: '{"documentId":"doc_403","text":"hello","__proto__":{"isAdmin":true}}' }, { cause: 'hopeless', malicious: true }],
];

describe('the letters of the demo', () => {
  it.each(DEMO.map(([example, expected]) => [example.shows, example, expected] as const))('decides %s', async (_, example, expected) => {
    expect(await diagnosisOf(example)).toMatchObject(expected);
  });
});
