import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listenInFolder } from '../local-socket/listen-in-folder.ts';
import { answerCaller, type Serve } from './answer-caller.ts';

/** Longest wait for callers to take their answers at the end, in milliseconds. */
const FLUSH = 2000;

const SOCKET = /^calls-[0-9a-f]{12}\.sock$/;

/** The door through which other processes call. */
export interface CallServer {
  /** Name of the socket in the folder. */
  readonly socket: string;
  /** From now on calls are refused; those under way go on. */
  refuse(): void;
  /** Waits until callers have what was answered, then closes. May be called twice. */
  close(): Promise<void>;
}

/** Opens the door in a folder that this process holds. What a holder that was killed left behind is removed. */
export async function serveCalls(folder: string, serve: Serve): Promise<CallServer> {
  const left = (await readdir(folder)).filter((name) => SOCKET.test(name));
  for (const name of left) await rm(join(folder, name), { force: true });
  const socket = `calls-${randomUUID().replaceAll('-', '').slice(0, 12)}.sock`;
  const connections = new Map<Socket, Promise<void>>();
  const state = { refuses: false };
  const server = createServer((connection) => {
    const answered = answerCaller(connection, serve, () => state.refuses);
    connections.set(connection, answered);
    void answered.then(() => connections.delete(connection));
  });
  await listenInFolder(server, folder, socket);
  return {
    socket,
    refuse: () => {
      state.refuses = true;
    },
    close: async () => {
      state.refuses = true;
      await rm(join(folder, socket), { force: true });
      server.close();
      const impatient = new AbortController();
      await Promise.race([Promise.all(connections.values()), delay(FLUSH, undefined, { signal: impatient.signal }).catch(() => undefined)]);
      impatient.abort();
      for (const connection of connections.keys()) connection.destroy();
    },
  };
}
