import { once } from 'node:events';
import { connect } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { MendqError } from '../../src/core/errors.ts';
import { startWakeServer, type WakeServer } from '../../src/server/wake-server.ts';

const TOKEN = 'a-token-of-24-characters';
const servers: WakeServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(wake: () => Promise<void> = async () => undefined, token = TOKEN): Promise<string> {
  const server = await startWakeServer({ port: 0, token, wake });
  servers.push(server);
  return server.url;
}

function bearer(token: string): RequestInit {
  return { method: 'POST', headers: { authorization: `Bearer ${token}` } };
}

test('POST /wake with the token asks for a pass and is answered with 202', async () => {
  let wakes = 0;
  const url = await start(async () => void (wakes += 1));
  const answer = await fetch(`${url}/wake`, { ...bearer(TOKEN), body: '{"alert":"queue depth"}' });
  expect(answer.status).toBe(202);
  expect(await answer.json()).toEqual({ status: 'accepted' });
  expect(wakes).toBe(1);
});

test.each([
  ['no header', {}],
  ['a wrong token', { authorization: 'Bearer another-token-of-24-chars' }],
  ['the beginning of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
  ['another scheme', { authorization: `Basic ${TOKEN}` }],
  ['an empty token', { authorization: 'Bearer ' }],
])('%s is answered with 401 and wakes nobody', async (_case, headers) => {
  let wakes = 0;
  const url = await start(async () => void (wakes += 1));
  const answer = await fetch(`${url}/wake`, { method: 'POST', headers });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  expect(await answer.json()).toMatchObject({ status: 'error' });
  expect(wakes).toBe(0);
});

test('other paths are 404 and other methods 405 with the allowed ones', async () => {
  const url = await start();
  expect((await fetch(`${url}/`, bearer(TOKEN))).status).toBe(404);
  const answer = await fetch(`${url}/wake`);
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toContain('POST');
  expect(await answer.json()).toMatchObject({ status: 'error' });
});

test('GET /health needs no token and tells nothing else', async () => {
  const answer = await fetch(`${await start()}/health`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok' });
});

test.each([true, false])('a body above the limit is refused, with its length told: %s', async (told) => {
  const url = await start();
  const block = new Uint8Array(300 * 1024);
  const body = told ? block : new Response(block).body;
  const answer = await fetch(`${url}/wake`, { ...bearer(TOKEN), body, duplex: 'half' });
  expect(answer.status).toBe(413);
});

test('a pass that cannot be asked for is answered with 503 and the code', async () => {
  const url = await start(async () => {
    throw new MendqError('MENDQ_E_LEDGER_UNREACHABLE', 'the ledger is away');
  });
  const answer = await fetch(`${url}/wake`, bearer(TOKEN));
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ status: 'error', code: 'MENDQ_E_LEDGER_UNREACHABLE', message: 'the ledger is away' });
});

test('only this machine is listened to where no host is named', async () => {
  expect(await start()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test.each(['short', '', 'fifteen-letters'])('the token %j binds no address', async (token) => {
  await expect(startWakeServer({ host: '0.0.0.0', port: 0, token, wake: async () => undefined })).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG' });
});

test('a token that no header can carry is refused at once', async () => {
  await expect(start(undefined, 'sixteen characters')).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG', message: expect.stringContaining('token') });
});

test('a port that is taken is named', async () => {
  const port = Number(new URL(await start()).port);
  const second = startWakeServer({ port, token: TOKEN, wake: async () => undefined });
  await expect(second).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG', message: expect.stringContaining(String(port)) });
});

test('closing cuts connections that a caller keeps open', async () => {
  const url = await start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /wake HTTP/1.1\r\nhost: x\r\n');
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => { socket.once('close', resolve); });
  await servers[0]?.close();
  await servers[0]?.close();
  await ended;
  expect(socket.destroyed).toBe(true);
});
