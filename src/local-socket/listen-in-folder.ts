import { chmod, rename } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { withSocketPath } from './socket-path.ts';

/**
 * Lets `server` listen on the socket `name` in `folder`, for this user only. The name appears when the socket answers
 * already, so that a socket that is seen and refuses connections is dead for good. It does not keep the process alive,
 * and whoever closes the server removes the name.
 */
export async function listenInFolder(server: Server, folder: string, name: string): Promise<void> {
  const hidden = `${name}.new`;
  await withSocketPath(folder, hidden, (path) => listening(server, path));
  server.unref();
  await chmod(join(folder, hidden), 0o600);
  await rename(join(folder, hidden), join(folder, name));
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Exclusive: the workers of a cluster would otherwise share one socket, and each believe to hold it.
    server.listen({ path, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
