import { connect, type Socket } from 'node:net';
import { withSocketPath } from './socket-path.ts';

/** Connects to the socket `name` in `folder`; resolves with `undefined` where nobody listens. The caller listens for `error`. */
export async function connectInFolder(folder: string, name: string): Promise<Socket | undefined> {
  return withSocketPath(folder, name, connected).catch(() => undefined);
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const failed = (): void => resolve(undefined);
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.off('error', failed);
      resolve(socket);
    });
  });
}
