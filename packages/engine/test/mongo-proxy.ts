import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { engineAddresses } from './engines.ts';

/** A proxy between a worker and MongoDB that holds everything back from a given message on. */
export interface MongoProxy {
  /** The connection string through the proxy. */
  uri: string;
  /** Resolves when the message has arrived. Nothing after it was passed on, in either direction. */
  held: Promise<void>;
  close(): Promise<void>;
}

/** `passesIt`: the message itself is passed on, and its answer is not. */
export async function startMongoProxy(
  holdAt: (message: Buffer) => boolean,
  { passesIt = false } = {},
): Promise<MongoProxy> {
  const uri = new URL(engineAddresses().uri);
  const { hostname, port } = uri;
  const sockets = new Set<Socket>();
  const held = Promise.withResolvers<void>();
  let holding = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
    client.on('close', () => upstream.destroy());
    client.on('data', (message) => {
      if (!holding && holdAt(message)) {
        holding = true;
        held.resolve();
        if (passesIt) upstream.write(message);
      }
      if (!holding) upstream.write(message);
    });
    upstream.on('data', (message) => !holding && client.write(message));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  uri.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  uri.searchParams.delete('replicaSet');
  uri.searchParams.set('directConnection', 'true');
  return {
    uri: uri.href,
    held: held.promise,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
