import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private server process in a folder of its own. */
export interface RedisServer {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly folder: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** What a server is started with, once its folder and its port are known. */
export type ServerArguments = (place: { readonly folder: string; readonly port: number }) => readonly string[] | Promise<readonly string[]>;

/** Starts a Redis that keeps nothing on disk, with further arguments. Rejects with what to install where there is none. */
export async function redisServer(more: ServerArguments = () => []): Promise<RedisServer> {
  return started(async (place) => ['--port', String(place.port), ...COMMON, '--dir', place.folder, ...(await more(place))]);
}

/** Starts `redis-server` with just these arguments. */
export async function started(parameters: ServerArguments): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mendq-redis-'));
  const port = await freePort();
  const child = spawn('redis-server', [...(await parameters({ folder, port }))], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit').catch(() => undefined);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  try {
    await ready(child);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return {
    host: '127.0.0.1',
    port,
    folder,
    kill: async () => end('SIGKILL'),
    stop: async () => {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const COMMON = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--repl-diskless-sync-delay', '0'];

async function ready(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`redis-server can't be started (${error.message}). Install it: apt-get install redis-server, or brew install redis.`)));
    child.once('exit', () => reject(new Error(`redis-server ended at once:\n${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (/ready to accept connections|Sentinel ID is/i.test(output)) resolve();
    });
  });
}

/** A port of the loopback address that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
