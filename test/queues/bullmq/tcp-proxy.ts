import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A line to a server that can be cut. */
export interface TcpProxy {
  readonly port: number;
  /** Cuts the line once: the request that holds `text` reaches the server, its reply reaches nobody. */
  cutReplyTo(text: string): void;
  /** How many replies were cut. */
  readonly cuts: number;
  /** Cuts every line at once; new ones may be opened. */
  cutAll(): void;
  close(): Promise<void>;
}

/** Forwards connections to a server. */
export async function tcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let wanted: string | undefined;
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(target);
    let isSwallowing = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (request) => {
      if (wanted !== undefined && request.includes(wanted)) {
        wanted = undefined;
        isSwallowing = true;
      }
      upstream.write(request);
    });
    upstream.on('data', (reply) => {
      if (!isSwallowing) return void client.write(reply);
      cuts += 1;
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const cutAll = (): void => { for (const socket of sockets) socket.destroy(); };
  return {
    port: (server.address() as AddressInfo).port,
    cutReplyTo: (text) => { wanted = text; },
    get cuts() { return cuts; },
    cutAll,
    close: async () => {
      cutAll();
      await new Promise<void>((resolve) => { server.close(() => resolve()); });
    },
  };
}
