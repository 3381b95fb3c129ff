import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** Stands between us and an engine, and can be cut. */
export interface TcpProxy {
  /** `host:port` to connect to. */
  address: string;
  /** Breaks every connection and takes no new ones. */
  cut(): Promise<void>;
  /** Takes connections again, at the same address. */
  mend(): Promise<void>;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const [host, port] = target.split(':') as [string, string];
  const sockets = new Set<Socket>();
  let server = await listen(0);
  const own = (server.address() as { port: number }).port;

  async function listen(at: number): Promise<Server> {
    const made = createServer((client) => {
      const upstream = connect(Number(port), host);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      }
      client.pipe(upstream).on('close', () => client.destroy());
      upstream.pipe(client).on('close', () => upstream.destroy());
    });
    made.listen(at, '127.0.0.1');
    await once(made, 'listening');
    return made;
  }

  return {
    address: `127.0.0.1:${own}`,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      server = await listen(own);
    },
  };
}
