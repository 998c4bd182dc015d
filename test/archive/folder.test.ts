import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderArchive } from '../../src/archive/folder.ts';
import { toLine } from '../../src/archive/archive-line.ts';
import type { ArchivedBatch, ArchivedLetter } from '../../src/archive/contract.ts';
import { letterIdOf } from '../../src/core/dead-letter.ts';
import { sha256 } from '../../src/core/hash.ts';
import { isMendqError, messageOf } from '../../src/core/errors.ts';
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
    await writeFile(join(folder, 'changed', location), gzipSync('{}\n'));
    await expect(store.get(location, letter.id)).rejects.toThrow(/content hash does not hold/);
    await expect(store.get('2026-01-01/none.jsonl.gz', letter.id)).rejects.toThrow(/can't be read/);
    await expect(store.get('../../etc/passwd', letter.id)).rejects.toThrow(/outside/);
  });

  it('reads what the first format wrote, and forgets in it', async () => {
    const root = join(folder, 'first');
    const store = folderArchive(root, manualClock());
    const letters = ['1', '2', '3'].map((messageId) => archived(Buffer.from(`body-${messageId}`), messageId));
    const text = letters.map((letter) => `${toLine(letter).replace('"format":2', '"format":1')}\n`).join('');
    await mkdir(join(root, '2026-01-01'), { recursive: true });
    const location = join('2026-01-01', `${sha256(text)}.jsonl.gz`);
    await writeFile(join(root, location), gzipSync(text));
    const ids = letters.map(({ id }) => id);
    expect(await Promise.all(ids.map((id) => store.get(location, id)))).toEqual(letters);
    expect(await store.forget(location, [ids[1] ?? ''])).toBe(1);
    expect(await store.forget(location, [ids[0] ?? '', ids[1] ?? ''])).toBe(1);
    expect(await store.get(location, ids[2] ?? '')).toEqual(letters[2]);
    await expect(store.get(location, ids[0] ?? '')).rejects.toThrow(/was forgotten/);
    expect(gunzipSync(await readFile(join(root, location))).toString()).not.toContain(Buffer.from('body-1').toString('base64'));
  });

  it('keeps what happened to a letter, and does without a diagnosis', async () => {
    const store = folderArchive(join(folder, 'events'), manualClock());
    const { diagnosis: _, ...letter } = { ...archived(Buffer.from('x'), '1'), events: [{ type: 'seen', sequence: 1 }] };
    const [location = ''] = await store.put([letter]);
    expect(await store.get(location, letter.id)).toEqual(letter);
  });

  it('forgets any of the letters of a file and proves the others still', async () => {
    const store = folderArchive(join(folder, 'forget'), manualClock());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.uint8Array({ maxLength: 20 }), fc.integer({ min: 0, max: 2 })), { minLength: 1, maxLength: 6 }), async (given) => {
        const letters = given.map(([body], index) => archived(body, `${index}`));
        const [location = ''] = await store.put(letters);
        for (const round of [1, 2]) {
          const due = letters.filter((_, index) => given[index]?.[1] === round).map(({ id }) => id);
          expect(await store.forget(location, [...due, 'letter_unknown'])).toBe(due.length);
          expect(await store.forget(location, due)).toBe(0);
        }
        for (const [index, letter] of letters.entries()) {
          const kept = await store.get(location, letter.id).catch(messageOf);
          const told = typeof kept === 'string' && kept.includes('was forgotten') ? 'forgotten' : kept;
          expect(told).toEqual(given[index]?.[1] === 0 ? letter : 'forgotten');
        }
        await rm(join(folder, 'forget'), { recursive: true });
      }),
      { numRuns: 30 },
    );
  });

  it('notices a change in a file of which something was forgotten', async () => {
    const store = folderArchive(join(folder, 'noticed'), manualClock());
    const letters = ['1', '2'].map((messageId) => archived(Buffer.from(messageId), messageId));
    const [location = ''] = await store.put(letters);
    await store.forget(location, [letters[0]?.id ?? '']);
    const path = join(folder, 'noticed', location);
    await writeFile(path, gzipSync(gunzipSync(await readFile(path)).toString().replace('"attempts":', '"attempts":1')));
    await expect(store.get(location, letters[1]?.id ?? '')).rejects.toThrow(/content hash does not hold/);
    await expect(store.forget(location, [letters[1]?.id ?? ''])).rejects.toThrow(/content hash does not hold/);
    const batches: ArchivedBatch[] = [];
    for await (const batch of store.scan()) batches.push(batch);
    expect(batches).toMatchObject([{ location, letters: [], problem: expect.stringMatching(/does not hold/) as string }]);
  });

  it('gives everything it has, and drops days whose time is over', async () => {
    const clock = manualClock();
    const root = join(folder, 'days');
    const store = folderArchive(root, clock);
    const found = async () => {
      const ids: string[] = [];
      for await (const { letters } of store.scan()) ids.push(...letters.map(({ id }) => id));
      return ids;
    };
    expect([await found(), await store.prune(clock.now())]).toEqual([[], 0]);
    const [first, second] = [archived(Buffer.from('x'), '1'), archived(Buffer.from('x'), '2')];
    const [location = ''] = await store.put([first]);
    await clock.advance(24 * 60 * 60_000);
    await store.put([second]);
    expect(await found()).toEqual([first.id, second.id]);
    expect(await store.prune(new Date('2026-01-01T23:59:59.999Z'))).toBe(0);
    expect(await store.prune(new Date('2026-01-02T00:00:00.000Z'))).toBe(1);
    expect(await found()).toEqual([second.id]);
    expect(await store.forget(location, [first.id])).toBe(0);
    await expect(store.get(location, first.id)).rejects.toThrow(/can't be read/);
  });

  it('removes what a killed writer left behind when it is searched', async () => {
    const root = join(folder, 'left');
    const clock = manualClock(new Date(Date.now() + 2 * 60 * 60_000));
    const store = folderArchive(root, clock);
    const [location = ''] = await store.put([archived(Buffer.from('x'), '1')]);
    await writeFile(join(root, `${location}.abc.part`), 'half');
    for await (const _ of store.scan());
    expect((await readdir(join(root, location, '..'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('says what to do where the folder cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    await chmod(join(folder, 'file'), 0o400);
    const error: unknown = await folderArchive(join(folder, 'file'), manualClock()).put([archived(Buffer.from('x'), '1')]).catch((thrown: unknown) => thrown);
    expect(isMendqError(error) && error.code).toBe('MENDQ_E_ARCHIVE');
    expect(isMendqError(error) && error.hint).toContain('No letter was removed');
  });
});
