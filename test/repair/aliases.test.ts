import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { outcomeOf, repaired } from './letters.ts';

const SETUP: JsonObject = {
  type: 'object', required: ['instanceId', 'delay'], additionalProperties: false,
  properties: { instanceId: { type: 'string', description: 'Renamed from `instance`; same value' }, delay: { type: 'integer' }, note: { type: 'string', description: 'Formerly `remark`' } },
};

const SUBSCRIPTION: JsonObject = {
  type: 'object', required: ['end'],
  properties: { end: { type: 'integer', description: 'Since 2025 found at items.data[].end' }, items: { type: 'object' } },
};

const MAIL: JsonObject = { type: 'object', required: ['recipientEmail'], properties: { recipientEmail: { type: 'string', format: 'email' } } };

const abstains = expect.stringMatching(/^abstained: /) as Json;

describe('documented names', () => {
  test('a member that the schema calls renamed gets its new key, protected by name or not', async () => {
    expect(await outcomeOf({ instance: 'a', delay: 1 }, { schema: SETUP })).toEqual({ instanceId: 'a', delay: 1 });
    expect(await outcomeOf({ instance: 'a', delay: 1 }, { schema: SETUP, protect: ['/instanceId'] })).toEqual({ instanceId: 'a', delay: 1 });
    expect(await outcomeOf({ instanceId: 'a', delay: 1, remark: 'b' }, { schema: SETUP })).toEqual({ instanceId: 'a', delay: 1, note: 'b' });
  });

  test('nothing is renamed where both are there, where two could be meant, or where nothing says so', async () => {
    expect(await outcomeOf({ instance: 'a', instanceId: 'b', delay: 1 }, { schema: SETUP })).toEqual(abstains);
    expect(await outcomeOf({ instance: 'a', instance_id: 'b', delay: 1 }, { schema: SETUP })).toEqual(abstains);
    expect(await outcomeOf({ server: 'a', delay: 1 }, { schema: SETUP })).toEqual(abstains);
  });

  test('a key in another unit holds another value', async () => {
    const schema = (description: string): JsonObject => ({ type: 'object', required: ['timeoutMs'], properties: { timeoutMs: { type: 'integer', description } } });
    expect(await outcomeOf({ timeoutSec: 5 }, { schema: schema('Renamed from `timeoutSec`') })).toEqual(abstains);
    expect(await outcomeOf({ waitMs: 5 }, { schema: schema('Renamed from `waitMs`') })).toEqual({ timeoutMs: 5 });
  });
});

describe('documented places', () => {
  test('a value is copied from the one place where the schema says that it is', async () => {
    const payload = { items: { data: [{ end: 5 }] } };
    const result = await repaired(payload, { schema: SUBSCRIPTION });
    expect(result).toMatchObject({ kind: 'repaired', payload: { end: 5, items: { data: [{ end: 5 }] } }, operations: [{ name: 'copy-value', path: '/end' }] });
    expect(await outcomeOf({ items: { data: [{ end: '5' }] } }, { schema: SUBSCRIPTION })).toEqual({ end: 5, items: { data: [{ end: '5' }] } });
  });

  test.each<[Json]>([[{ items: { data: [{ end: 5 }, { end: 5 }] } }], [{ items: { data: [] } }], [{ items: { data: [{ end: 5 }, {}] } }], [{ items: { data: [{ end: null }] } }], [{ items: {} }]])('%j tells no one value', async (payload) => {
    expect(await outcomeOf(payload, { schema: SUBSCRIPTION })).toEqual(abstains);
  });
});

describe('aliases of the configuration', () => {
  test('a key beside the member, or a place', async () => {
    expect(await outcomeOf({ mail: 'a@example.com' }, { schema: MAIL, aliases: { '/recipientEmail': ['mail'] } })).toEqual({ recipientEmail: 'a@example.com' });
    const nested = { contact: { email: 'a@example.com' } };
    expect(await outcomeOf(nested, { schema: MAIL, aliases: { '/recipientEmail': ['/contact/email'] } })).toEqual({ ...nested, recipientEmail: 'a@example.com' });
    expect(await outcomeOf(nested, { schema: MAIL, aliases: { '/recipientEmail': ['/contact/email'] }, protect: ['/recipientEmail', '/contact'] })).toEqual({ ...nested, recipientEmail: 'a@example.com' });
  });

  test('two candidates are two readings, also where they agree', async () => {
    const sketch = { schema: MAIL, aliases: { '/recipientEmail': ['billing_email', 'contact_email'] } };
    expect(await outcomeOf({ billing_email: 'a@example.com', contact_email: 'b@example.com' }, sketch)).toEqual(abstains);
    expect(await outcomeOf({ billing_email: 'a@example.com', contact_email: 'a@example.com' }, sketch)).toEqual(abstains);
    expect(await outcomeOf({ billing_email: 'a@example.com', contact_email: 'b@example.com' }, { schema: MAIL })).toEqual(abstains);
  });

  test('a remedy copies from declared places only, and renames what is protected to a declared key only', async () => {
    const when = { code: 'missing', received: 'missing' } as const;
    const remedy = (name: string, parameters: Json) => ({
      signature: 's1:f1', origin: 'human' as const, state: 'trusted' as const, operations: [{ name, class: 'lossless' as const, path: '/recipientEmail', when, with: parameters }],
    });
    const payload = { owner: 'a@example.com' };
    expect((await repaired(payload, { schema: MAIL }, [remedy('copy-value', { source: '/owner' })])).kind).toBe('abstained');
    expect((await repaired(payload, { schema: MAIL }, [remedy('rename-key', { from: 'owner' })])).kind).toBe('abstained');
  });
});

describe('names that protect', () => {
  const ASSET: JsonObject = { type: 'object', properties: { assetId: { type: 'string', format: 'uuid' }, email: { type: 'string', format: 'email' }, currency: { enum: ['EUR'] } } };

  test('what only a name protects may change its written form, what the user protects may not', async () => {
    const assetId = '{8b1f0f6e-2a6b-4d53-9f58-0f1e8c3d7a12}';
    expect(await outcomeOf({ assetId }, { schema: ASSET })).toEqual({ assetId: assetId.slice(1, -1) });
    expect(await outcomeOf({ assetId }, { schema: ASSET, protect: ['/assetId'] })).toEqual(abstains);
    expect(await outcomeOf({ assetId }, { schema: ASSET, protectNames: { also: ['asset_id'] } })).toEqual(abstains);
    expect(await outcomeOf({ email: 'mailto:a@example.com' }, { schema: ASSET })).toEqual({ email: 'a@example.com' });
    expect(await outcomeOf({ email: 'mailto:a@example.com' }, { schema: ASSET, protect: ['/email'] })).toEqual(abstains);
    expect(await outcomeOf({ email: '\u200ba@example.com\u200b' }, { schema: ASSET })).toEqual({ email: 'a@example.com' });
    expect(await outcomeOf({ email: 'a\u200b@example.com' }, { schema: ASSET })).toEqual(abstains);
    expect(await outcomeOf({ email: 'a@example.com\u200b' }, { schema: ASSET, protect: ['/email'] })).toEqual(abstains);
  });

  test('they can be switched off, extended and excepted', async () => {
    expect(await outcomeOf({ currency: 'eur' }, { schema: ASSET })).toEqual(abstains);
    expect(await outcomeOf({ currency: 'eur' }, { schema: ASSET, protectNames: false })).toEqual({ currency: 'EUR' });
    expect(await outcomeOf({ currency: 'eur' }, { schema: ASSET, protectNames: { except: ['currency'] } })).toEqual({ currency: 'EUR' });
    expect(await outcomeOf({ currency: 'eur' }, { schema: ASSET, protectNames: { except: ['/currency'] }, protect: ['/currency'] })).toEqual(abstains);
    const level: JsonObject = { type: 'object', properties: { level: { enum: ['HIGH'] }, inner: { type: 'object', properties: { level: { enum: ['HIGH'] } } } } };
    expect(await outcomeOf({ level: 'high' }, { schema: level })).toEqual({ level: 'HIGH' });
    expect(await outcomeOf({ level: 'high' }, { schema: level, protectNames: { also: ['Level'] } })).toEqual(abstains);
    expect(await outcomeOf({ inner: { level: 'high' } }, { schema: level, protectNames: { also: ['/inner'] } })).toEqual(abstains);
  });
});
