import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** What happens to a command on its way: it never arrives, or it arrives and its reply does not. */
export type Fate = 'before' | 'after';

/** Looks at each command that passes. `undefined` lets it pass; otherwise its line is cut, and `cut` is called once it is. */
export type Tap = (command: Buffer) => { readonly fate: Fate; readonly cut: () => void } | undefined;

/** A line to a server, over which the server can be taken away and another one put in its place. */
export interface Line {
  /** `url` with this line in the place of its server. */
  through(url: string): string;
  /** Leads new connections to another server. */
  leadTo(target: Address): void;
  /** Cuts all connections; new ones may be opened. */
  cutAll(): void;
  close(): Promise<void>;
}

/** Opens a line. Nothing connects to the target before somebody connects to the line. */
export async function openLine(first: Address, tap: Tap = () => undefined): Promise<Line> {
  const clients = new Set<Socket>();
  let target = first;
  const server = createServer((client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    connectThrough(client, target, tap);
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo;
  const cutAll = (): void => { for (const client of clients) client.destroy(); };
  return {
    through: (url) => {
      const led = new URL(url);
      led.host = `127.0.0.1:${port}`;
      return led.href;
    },
    leadTo: (next) => { target = next; },
    cutAll,
    close: async () => {
      cutAll();
      await new Promise<void>((resolve) => { server.close(() => resolve()); });
    },
  };
}

function connectThrough(client: Socket, target: Address, tap: Tap): void {
  const upstream = connect(target);
  for (const [socket, other] of [[client, upstream], [upstream, client]] as const) {
    socket.setNoDelay(true);
    // Whatever ends one side ends the other: nobody is left waiting for a reply.
    socket.on('error', () => undefined);
    socket.on('close', () => other.destroy());
  }
  let onReply: (() => void) | undefined;
  client.on('data', (command) => {
    const intervention = onReply === undefined ? tap(command) : undefined;
    if (intervention?.fate === 'after') onReply = intervention.cut;
    if (intervention?.fate !== 'before') return void upstream.write(command);
    client.destroy();
    intervention.cut();
  });
  upstream.on('data', (reply) => {
    if (onReply === undefined) return void client.write(reply);
    client.destroy();
    onReply();
    onReply = () => undefined;
  });
}

/** The address in a URL. */
export function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
