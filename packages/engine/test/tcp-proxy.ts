import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy to an engine or a service that can be cut. */
export interface TcpProxy {
  /** `host:port` to connect to. */
  address: string;
  /** Bytes of ours that have passed, over all connections. */
  readonly passedBytes: number;
  /** Breaks all connections and accepts no new ones. */
  cut(): Promise<void>;
  /** Accepts connections again, at the same address. */
  mend(): Promise<void>;
}

/** `bytesPerSecond`: limits what a connection passes from us. Default: no limit. */
export async function startTcpProxy(
  target: string,
  { bytesPerSecond = Infinity }: { bytesPerSecond?: number } = {},
): Promise<TcpProxy> {
  const [host, port] = target.split(':') as [string, string];
  const sockets = new Set<Socket>();
  let passedBytes = 0;
  let server = await listen(0);
  const own = (server.address() as { port: number }).port;

  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      const pauseMs = (chunk.length / bytesPerSecond) * 1000;
      if (pauseMs > 0) await pause(pauseMs);
      passedBytes += chunk.length;
      yield chunk;
    }
  }

  async function listen(at: number): Promise<Server> {
    const made = createServer((client) => {
      const upstream = connect(Number(port), host);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      }
      pipeline(client, counted, upstream).catch(() => client.destroy());
      upstream.pipe(client).on('close', () => upstream.destroy());
    });
    made.listen(at, '127.0.0.1');
    await once(made, 'listening');
    return made;
  }

  return {
    address: `127.0.0.1:${own}`,
    get passedBytes() {
      return passedBytes;
    },
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
