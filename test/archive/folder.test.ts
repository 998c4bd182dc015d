import { mkdtemp, readdir, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderArchive } from '../../src/archive/folder.ts';
import type { ArchivedLetter } from '../../src/archive/contract.ts';
import { letterIdOf } from '../../src/core/dead-letter.ts';
import { isMendqError } from '../../src/core/errors.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { rawLetter } from '../fixtures/records.ts';

let folder: string;
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'mendq-archive-')); });
afterAll(() => rm(folder, { recursive: true }));

function archived(body: Uint8Array, messageId: string): ArchivedLetter {
  const letter = rawLetter(null, { body: new Uint8Array(body), messageId, headers: { opts: '{"attempts":5}', odd: '\u0000\ud800' } });
  const diagnosis = { cause: 'hopeless', rule: 'empty', why: 'empty', evidence: [], confidence: 'certain' } as const;
  return { id: letterIdOf(letter), letter, diagnosis, archivedAt: new Date('2026-01-01T00:00:00.000Z') };
}

describe('folder archive', () => {
  it('gives back every byte of any body', async () => {
    const store = folderArchive(folder, manualClock());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 4 }), async (bodies) => {
        const letters = bodies.map((body, index) => archived(body, String(index)));
        const locations = await store.put(letters);
        for (const [index, letter] of letters.entries()) expect(await store.get(locations[index] ?? '', letter.id)).toEqual(letter);
      }),
      { numRuns: 50 },
    );
  });

  it('stores the same letters in the same place and leaves no half-written file', async () => {
    const store = folderArchive(join(folder, 'same'), manualClock());
    const letter = archived(Buffer.from('x'), '1');
    expect(await store.put([letter])).toEqual(await store.put([letter]));
    expect(await readdir(join(folder, 'same', '2026-01-01'))).toHaveLength(1);
  });

  it('refuses a file that was changed, is missing or lies outside of the folder', async () => {
    const store = folderArchive(join(folder, 'changed'), manualClock());
    const letter = archived(Buffer.from('x'), '1');
    const [location = ''] = await store.put([letter]);
    const { gzipSync } = await import('node:zlib');
    await writeFile(join(folder, 'changed', location), gzipSync('{}\n'));
    await expect(store.get(location, letter.id)).rejects.toThrow(/content hash does not hold/);
    await expect(store.get('2026-01-01/none.jsonl.gz', letter.id)).rejects.toThrow(/can't be read/);
    await expect(store.get('../../etc/passwd', letter.id)).rejects.toThrow(/outside/);
  });

  it('says what to do where the folder cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    await chmod(join(folder, 'file'), 0o400);
    const error: unknown = await folderArchive(join(folder, 'file'), manualClock()).put([archived(Buffer.from('x'), '1')]).catch((thrown: unknown) => thrown);
    expect(isMendqError(error) && error.code).toBe('MENDQ_E_ARCHIVE');
    expect(isMendqError(error) && error.hint).toContain('No letter was removed');
  });
});
