import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Serve } from '../../src/beside/answer-caller.ts';
import { callHolder, type Call } from '../../src/beside/call-holder.ts';
import { toFrame } from '../../src/beside/frames.ts';
import { serveCalls, type CallServer } from '../../src/beside/serve-calls.ts';
import { MendqError } from '../../src/core/errors.ts';
import { connectInFolder } from '../../src/local-socket/connect-in-folder.ts';
import { until } from '../cli/run-cli.ts';

let base = '';
let folder = '';
let server: CallServer | undefined;
let dumb: Server | undefined;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'mendq-calls-'));
  folder = base;
});
afterEach(async () => {
  await server?.close();
  dumb?.close();
  server = undefined;
  dumb = undefined;
  await rm(base, { recursive: true });
});

const call = (method: string, more: Partial<Call> = {}): Call => ({ method, parameters: [], signal: new AbortController().signal, onEvent: () => undefined, ...more });
const answers = (run: Serve['run']): Serve => ({ has: (name) => name !== 'other', run });

/** Serves in the folder and calls it. */
async function ask(run: Serve['run'], asked: Call, silence?: number) {
  server ??= await serveCalls(folder, answers(run));
  return callHolder(folder, server.socket, asked, silence);
}

describe('a call', () => {
  test('carries parameters, events and the answer', async () => {
    const events: unknown[] = [];
    const end = await ask(async (method, parameters, { onEvent }) => {
      onEvent('pass-progress', { letters: 3 });
      onEvent('queue-failed', { error: new MendqError('MENDQ_E_BROKER_REFUSED', 'no') });
      return { value: { method, parameters, at: new Date(9), bytes: new Uint8Array([7]), missing: undefined }, cutShort: false };
    }, call('show', { parameters: ['letter_1', { deep: [1] }], onEvent: (name, event) => events.push([name, event]) }));
    expect(end).toEqual({ kind: 'result', cutShort: false, value: { method: 'show', parameters: ['letter_1', { deep: [1] }], at: new Date(9), bytes: new Uint8Array([7]), missing: undefined } });
    expect(events).toEqual([['pass-progress', { letters: 3 }], ['queue-failed', { error: expect.objectContaining({ code: 'MENDQ_E_BROKER_REFUSED' }) as object }]]);
  });

  test('brings the error back', async () => {
    const error = new MendqError('MENDQ_E_NOT_FOUND', 'there is none', { hint: 'Look again.' });
    expect(await ask(() => Promise.reject(error), call('show'))).toMatchObject({ kind: 'failed', error: { code: 'MENDQ_E_NOT_FOUND', hint: 'Look again.' } });
  });

  test('of a method that is not there, and of one whose answer can not be sent', async () => {
    const run: Serve['run'] = async () => ({ value: () => undefined, cutShort: false });
    expect(await ask(run, call('other'))).toEqual({ kind: 'unknown' });
    expect(await ask(run, call('show'))).toMatchObject({ kind: 'failed' });
  });

  test('with an answer nested too deep to be sent gets its upper levels', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    const end = await ask(async (_, __, { onEvent }) => {
      onEvent('letter-decided', { letter: { payload: deep } });
      return { value: { before: deep }, cutShort: false };
    }, call('show'));
    expect(JSON.stringify(end)).toMatch(/^\{"kind":"result","value":\{"before":\[+"…"\]+\},"cutShort":false\}$/);
  });

  test('is ended by its signal, after what is in hand', async () => {
    const stop = new AbortController();
    const end = await ask((_, parameters, { signal }) => {
      stop.abort();
      const [options] = parameters as [{ readonly signal: AbortSignal; readonly limit: number }];
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ value: options.signal === signal && options.limit, cutShort: false }));
      });
    }, call('heal', { parameters: [{ limit: 3 }], signalAt: 0, signal: stop.signal }));
    expect(end).toEqual({ kind: 'result', value: 3, cutShort: false });
  });

  test('ends when its caller is gone', async () => {
    let aborted = false;
    server = await serveCalls(folder, answers((_, __, { signal }) => new Promise((resolve) => {
      signal.addEventListener('abort', () => { aborted = true; resolve({ value: 0, cutShort: false }); });
    })));
    const socket = await connectInFolder(folder, server.socket);
    socket?.write(toFrame({ kind: 'call', method: 'heal', parameters: [{}] }));
    socket?.once('data', () => socket.destroy());
    await until(() => aborted);
    expect(aborted).toBe(true);
  });

  test('works in a folder whose path is too long for a socket', async () => {
    folder = join(base, 'x'.repeat(90), 'y'.repeat(90));
    await mkdir(folder, { recursive: true });
    expect(await ask(async () => ({ value: 1, cutShort: false }), call('show'))).toMatchObject({ value: 1 });
  });
});

describe('a server', () => {
  test('is for its user only, and removes what a killed one left', async () => {
    await writeFile(join(folder, 'calls-0123456789ab.sock'), '');
    server = await serveCalls(folder, answers(async () => ({ value: 1, cutShort: false })));
    expect(await readdir(folder)).toEqual([server.socket]);
    expect((await stat(join(folder, server.socket))).mode & 0o777).toBe(0o600);
  });

  test('refuses calls once it closes, and gives those under way their answer', async () => {
    const calls: ((value: number) => void)[] = [];
    const run: Serve['run'] = async () => ({ value: await new Promise<number>((resolve) => { calls.push(resolve); }), cutShort: true });
    const first = ask(run, call('heal'));
    await until(() => calls.length === 1);
    server?.refuse();
    expect(await ask(run, call('heal'))).toEqual({ kind: 'refused' });
    calls[0]?.(5);
    await server?.close();
    expect(await first).toEqual({ kind: 'result', value: 5, cutShort: true });
    expect(await readdir(folder)).toEqual([]);
    expect(await callHolder(folder, server?.socket ?? '', call('heal'))).toEqual({ kind: 'lost', begun: false });
  });

  test.each([
    ['garbage', Buffer.from('hello, is anybody there?\n')],
    ['a frame that claims 4 GiB', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['a frame of no caller', toFrame({ kind: 'call', method: 7 })],
    ['two calls', Buffer.concat([toFrame({ kind: 'call', method: 'a', parameters: [] }), toFrame({ kind: 'call', method: 'b', parameters: [] })])],
  ])('cuts off who sends %s, and serves the others', async (_, bytes) => {
    server = await serveCalls(folder, answers((name) => (name === 'a' ? new Promise(() => undefined) : Promise.resolve({ value: 1, cutShort: false }))));
    const socket = await connectInFolder(folder, server.socket);
    const closed = new Promise<void>((resolve) => { socket?.on('close', () => resolve()).on('error', () => undefined).resume(); });
    socket?.write(bytes);
    await closed;
    expect(await callHolder(folder, server.socket, call('show'))).toMatchObject({ value: 1 });
  });
});

describe('a holder that', () => {
  /** A holder that does this with every connection. */
  async function holder(answer: (socket: Socket) => void): Promise<void> {
    dumb = createServer(answer);
    await new Promise<void>((resolve) => { dumb?.listen(join(folder, 'dumb.sock'), resolve); });
  }

  test('accepts and never answers is told from one that takes long', async () => {
    await holder((socket) => socket.resume());
    expect(await callHolder(folder, 'dumb.sock', call('show'), 100)).toEqual({ kind: 'silent' });
  });

  test.each([
    ['closes', (socket: Socket) => socket.end()],
    ['speaks another language', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['claims 4 GiB', (socket: Socket) => socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))],
    ['sends an unknown frame', (socket: Socket) => socket.write(toFrame({ kind: 'dance' }))],
    ['sends null', (socket: Socket) => socket.write(toFrame(null))],
  ])('%s is lost', async (_, answer) => {
    await holder((socket) => { socket.on('error', () => undefined); answer(socket); });
    expect(await callHolder(folder, 'dumb.sock', call('show'))).toEqual({ kind: 'lost', begun: false });
  });

  test('breaks off after it has begun says so', async () => {
    await holder((socket) => { socket.on('error', () => undefined); socket.end(toFrame({ kind: 'accepted' })); });
    expect(await callHolder(folder, 'dumb.sock', call('show'))).toEqual({ kind: 'lost', begun: true });
  });
});
