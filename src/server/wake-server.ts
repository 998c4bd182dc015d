import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { configError, messageOf, type MendqError } from '../core/errors.ts';
import { createWakeApp, type WakeApp } from './wake-app.ts';

/** Shortest token that is accepted. */
const MINIMUM_TOKEN = 16;

/** Where to listen, and whom to let in. */
export interface WakeServerOptions extends WakeApp {
  /** @defaultValue `127.0.0.1`: only this machine */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** A server that listens. */
export interface WakeServer {
  /** `http://127.0.0.1:7878`. */
  readonly url: string;
  /** Stops listening and cuts open connections. May be called twice. */
  close(): Promise<void>;
}

/**
 * Listens for `POST /wake`. No address is ever bound without a token of at least 16 characters. Rejects with
 * `MENDQ_E_CONFIG` where the token is too short or the address can't be used.
 */
export async function startWakeServer({ host = '127.0.0.1', port, ...app }: WakeServerOptions): Promise<WakeServer> {
  checkToken(app.token);
  const server = createAdaptorServer({ fetch: createWakeApp(app).fetch }) as Server;
  // A caller that sends its request byte by byte must not hold a connection for minutes.
  server.requestTimeout = 10_000;
  server.headersTimeout = 10_000;
  await listening(server, host, port);
  return {
    url: urlOf(server.address() as AddressInfo),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function checkToken(token: string): void {
  if (token.length < MINIMUM_TOKEN) throw configError('patrol.wake.token', `it has fewer than ${MINIMUM_TOKEN} characters`, 'Make one with: openssl rand -hex 24');
  // What RFC 6750 lets a bearer token be made of: any other could never be sent.
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    throw configError('patrol.wake.token', 'it has characters that no Authorization header can carry', 'Use letters, digits and -._~+/; make one with: openssl rand -hex 24');
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(host, port, error)));
    server.listen({ host, port }, resolve);
  });
}

function cannotListen(host: string, port: number, error: Error): MendqError {
  return configError('patrol.wake', `can't listen on ${host}:${port}: ${messageOf(error)}`, 'Give a free port and an address of this machine.', error);
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
