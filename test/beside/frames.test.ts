import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { MOST_FRAME_BYTES, readFrames, toFrame } from '../../src/beside/frames.ts';

let folder = '';
let server: Server;
let reading: Socket;
let writing: Socket;
let frames: unknown[] = [];
let broken = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mendq-frames-'));
  server = createServer();
  server.listen(join(folder, 's'));
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  writing = connect(join(folder, 's'));
  [reading] = (await accepted) as [Socket];
  frames = [];
  broken = 0;
  readFrames(reading, { frame: (value) => frames.push(value), broken: () => { broken += 1; reading.destroy(); } });
});
afterEach(async () => {
  writing.destroy();
  reading.destroy();
  server.close();
  await rm(folder, { recursive: true });
});

const arrived = async (): Promise<void> => {
  const closed = once(reading, 'close');
  writing.on('error', () => undefined);
  writing.end();
  await closed;
};

test('values arrive as they were, in order, however their bytes are cut', async () => {
  const values = [
    { date: new Date(5), bytes: new Uint8Array([0, 255]), missing: undefined, text: 'ü\u0000', nothing: null },
    JSON.parse('{"__proto__":{"admin":true}}') as unknown,
    ['x'.repeat(300_000)],
    {},
  ];
  const bytes = Buffer.concat(values.map((value) => toFrame(value)));
  for (let at = 0; at < bytes.byteLength; at += 7919) {
    writing.write(bytes.subarray(at, at + 7919));
    await new Promise((resolve) => { setImmediate(resolve); });
  }
  await arrived();
  expect(frames).toEqual(values);
  expect(Object.hasOwn(frames[1] as object, '__proto__')).toBe(true);
  expect(broken).toBe(0);
});

test.each([
  ['garbage', Buffer.from('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')],
  ['a length of 4 GiB', Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 2, 3])],
  ['a length just above the limit', lengthOf(MOST_FRAME_BYTES + 1)],
  ['a length of nothing', lengthOf(0)],
  ['a right length with bytes of no value', Buffer.concat([lengthOf(3), Buffer.from('abc')])],
])('%s is broken at once, and nothing after it is read', async (_, bytes) => {
  const memory = process.memoryUsage().arrayBuffers;
  writing.write(bytes);
  writing.write(toFrame('after'));
  await arrived();
  expect({ broken, frames }).toEqual({ broken: 1, frames: [] });
  expect(process.memoryUsage().arrayBuffers - memory).toBeLessThan(16 * 1024 * 1024);
});

test('no bytes make the reader throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 64 }), async (bytes) => {
      const listeners: ((chunk: Buffer) => void)[] = [];
      const socket = { on: (_: string, listener: (chunk: Buffer) => void) => listeners.push(listener), off: () => undefined } as unknown as Socket;
      readFrames(socket, { frame: () => undefined, broken: () => undefined });
      listeners[0]?.(Buffer.from(bytes));
    }),
  );
});

function lengthOf(count: number): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(count);
  return header;
}
