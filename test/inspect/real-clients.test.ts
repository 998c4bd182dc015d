import { createRequire } from 'node:module';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { inspect as print } from 'node:util';
import axios from 'axios';
import { got } from 'got';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outageOf } from '../../src/diagnose/outage.ts';
import type { ParsedFailure } from '../../src/core/failure.ts';
import { parseFailure } from '../../src/inspect/parse-failure.ts';
import { AT, reportOf, thrownBy } from './report.ts';

/** The part of nodemailer that is used here; it brings no types. */
interface Nodemailer {
  createTransport(options: Readonly<Record<string, unknown>>): { sendMail(mail: Readonly<Record<string, string>>): Promise<unknown> };
}
const { createTransport } = createRequire(import.meta.url)('nodemailer') as Nodemailer;

const OPEN: { close(): unknown }[] = [];

async function listening(server: HttpServer | Server): Promise<number> {
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  OPEN.push(server);
  return (server.address() as AddressInfo).port;
}

afterAll(async () => {
  await Promise.all(OPEN.map((server) => new Promise<void>((resolve) => { (server as Server).close(() => { resolve(); }); })));
});

/** What BullMQ keeps of an error, and what a worker that prints its errors keeps. */
function bothReadings(error: Error): readonly [bare: ParsedFailure, printed: ParsedFailure] {
  return [parseFailure(reportOf(error)), parseFailure({ reason: error.message, stack: [print(error, { depth: 4 })], at: AT })];
}

describe('clients that get an answer', () => {
  let url = '';
  beforeAll(async () => {
    const server = createHttpServer((incoming, answer) => {
      if (incoming.url === '/cut') incoming.socket.destroy();
      else if (incoming.url !== '/slow') answer.writeHead(Number(incoming.url?.slice(1)), { 'retry-after': '30' }).end('{"error":"busy"}');
      else setTimeout(() => answer.end(), 2000).unref();
    });
    url = `http://127.0.0.1:${await listening(server)}`;
  });

  it('reads axios', async () => {
    const [bare, printed] = bothReadings(await thrownBy(() => axios.get(`${url}/503`)));
    expect(bare).toMatchObject({ library: 'axios', httpStatus: 503 });
    expect(printed).toMatchObject({ library: 'axios', httpStatus: 503, details: { method: 'GET', url: `${url}/503` } });
  });

  it('reads the wait that a server asks for, where the answer was kept', async () => {
    const thrown = await thrownBy(() => axios.get(`${url}/503`));
    if (!axios.isAxiosError(thrown)) throw thrown;
    const kept = Object.assign(new Error(thrown.message), { response: { headers: { 'retry-after': String(thrown.response?.headers['retry-after']) } } });
    const [, printed] = bothReadings(kept);
    expect(printed.retryAfterMilliseconds).toBe(30_000);
    expect(outageOf(printed)?.kind).toBe('refused');
  });

  it('reads got', async () => {
    const [bare] = bothReadings(await thrownBy(() => got.delete(`${url}/404`, { retry: { limit: 0 } })));
    expect(bare).toMatchObject({ library: 'got', httpStatus: 404, details: { method: 'DELETE', url: `${url}/404` } });
  });

  it.each([
    ['axios', () => axios.get(`${url}/cut`)],
    ['got', () => got(`${url}/cut`, { retry: { limit: 0 } })],
    ['undici', () => request(`${url}/cut`)],
  ])('reads a connection that %s lost after sending', async (_, work) => {
    for (const parsed of bothReadings(await thrownBy(work))) expect(outageOf(parsed)?.kind).toBe('cut');
  });

  it.each([
    ['axios', () => axios.get(`${url}/slow`, { timeout: 50 })],
    ['got', () => got(`${url}/slow`, { timeout: { request: 50 }, retry: { limit: 0 } })],
    ['undici', () => request(`${url}/slow`, { signal: AbortSignal.timeout(50) })],
  ])('reads an answer for which %s did not wait any longer', async (_, work) => {
    for (const parsed of bothReadings(await thrownBy(work))) expect(outageOf(parsed)?.kind).toBe('cut');
  });
});

/** A mail server that answers each command as it is told; `undefined` cuts the connection, `'silent'` says nothing. */
async function mailServer(replies: Readonly<Record<string, string | undefined>>): Promise<number> {
  const answer = (socket: Socket, command: string, usual: string): void => {
    const reply = Object.hasOwn(replies, command) ? replies[command] : usual;
    if (reply === undefined) socket.destroy();
    else if (reply !== 'silent') socket.write(`${reply}\r\n`);
  };
  const usual: Readonly<Record<string, string>> = { EHLO: '250 mail.example', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go on', QUIT: '221 bye', BODY: '250 taken' };
  const server = createServer((socket) => {
    let body = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (body) {
        if (!text.includes('\r\n.\r\n')) return;
        body = false;
        answer(socket, 'BODY', usual['BODY'] ?? '');
        return;
      }
      const command = text.slice(0, 4).toUpperCase().trim();
      body = command === 'DATA' && !Object.hasOwn(replies, 'DATA');
      answer(socket, command, usual[command] ?? '250 ok');
    });
    answer(socket, 'CONN', '220 mail.example ESMTP');
  });
  return listening(server);
}

async function sendThrough(port: number): Promise<Error> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true, connectionTimeout: 300, greetingTimeout: 100, socketTimeout: 300 });
  return thrownBy(() => transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'x', text: 'y' }));
}

describe('nodemailer', () => {
  it.each([
    ['a greeting that never came', { CONN: 'silent' }, 'not-sent'],
    ['a server that is full', { CONN: '421 4.3.2 too many connections, try later' }, 'refused'],
    ['a recipient for later', { RCPT: '450 4.2.0 greylisted' }, 'refused'],
    ['a message that is refused for now', { BODY: '451 4.7.1 try again later' }, 'refused'],
    ['a message that is refused for good', { BODY: '554 5.7.1 spam' }, undefined],
    ['a server that is silent after the message', { BODY: 'silent' }, 'cut'],
    ['a connection that is cut after the message', { BODY: undefined }, 'cut'],
    ['a connection that is cut at a command', { MAIL: undefined }, 'cut'],
  ] as const)('reads %s', async (_, replies, kind) => {
    for (const parsed of bothReadings(await sendThrough(await mailServer(replies)))) expect(outageOf(parsed)?.kind).toBe(kind);
  });
});
