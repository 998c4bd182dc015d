import { expect, it } from 'vitest';
import { checkReadings } from '../../src/config/check-readings.ts';
import { isMendqError } from '../../src/core/errors.ts';

it.each([
  ['aliases that are a list', { aliases: ['instance'] }, 'aliases'],
  ['an alias for a key', { aliases: { instanceId: ['instance'] } }, 'aliases'],
  ['an alias that is no list', { aliases: { '/instanceId': 'instance' } }, 'aliases, /instanceId'],
  ['an alias that reaches a prototype', { aliases: { '/instanceId': ['/__proto__/id'] } }, 'aliases, /instanceId'],
  ['synonyms of a list', { synonyms: { '/status': ['canceled'] } }, 'synonyms, /status'],
  ['a synonym that means an object', { synonyms: { '/status': { canceled: {} } } }, 'synonyms, /status'],
  ['a locale that is none', { locales: { '/weight': 'comma' } }, 'locales, /weight'],
  ['a locale that is no text', { locales: { '/weight': 5 } }, 'locales, /weight'],
  ['names that protect by true', { protectNames: true }, 'protectNames'],
  ['an unknown way to protect names', { protectNames: { only: ['a'] } }, 'protectNames, only'],
  ['names that are no list', { protectNames: { also: 'a' } }, 'protectNames, also'],
])('names the place and the remedy for %s', (_, given, where) => {
  let thrown: unknown;
  try {
    checkReadings(given, 'queue q, job j');
  } catch (error) {
    thrown = error;
  }
  expect(isMendqError(thrown) && thrown.code).toBe('MENDQ_E_CONFIG');
  expect(isMendqError(thrown) && thrown.message).toContain(`queue q, job j, ${where}: `);
  expect(isMendqError(thrown) && thrown.hint).toBeTruthy();
});

it('accepts what says how payloads are read', () => {
  const readings = {
    aliases: { '/instanceId': ['instance', '/items/data/[*]/id'] }, synonyms: { '/lines/[*]/status': { canceled: 'CANCELLED', none: null } },
    locales: { '/weight': 'de-DE', '/count': 'en-IN' }, protectNames: { also: ['customerRef'], except: ['/notifyEmail', 'tax'] },
  };
  expect(() => checkReadings(readings, 'job')).not.toThrow();
  expect(() => checkReadings({ protectNames: false }, 'job')).not.toThrow();
  expect(() => checkReadings({}, 'job')).not.toThrow();
});
