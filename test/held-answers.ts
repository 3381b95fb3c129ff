import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The way to a product on which counts stay open until they are let go, as slow ones do: each keeps its connection. */
export interface HeldAnswers {
  url: string;
  /** How many counts are open. */
  open(): number;
  /** The most that were open at once. */
  most(): number;
  /** Which counts arrived, by their addresses without what they ask. */
  asked(): string[];
  /** Lets the count go that is open for the longest, and holds the others. */
  letOneGo(): void;
  letGo(): void;
  close(): Promise<void>;
}

/** Stands before a product and holds the answers to saved reports. */
export async function holdAnswers(productUrl: string): Promise<HeldAnswers> {
  const held = new Set<() => void>();
  const asked: string[] = [];
  let most = 0;
  let isHolding = true;

  function take(from: IncomingMessage, to: ServerResponse): void {
    const path = from.url!.split('?')[0]!;
    if (path.endsWith('/answer')) asked.push(path);
    if (!isHolding || !path.endsWith('/answer')) return pass(from, to);
    const go = () => {
      held.delete(go);
      pass(from, to);
    };
    held.add(go);
    to.on('close', () => held.delete(go));
    most = Math.max(most, held.size);
  }
  function pass(from: IncomingMessage, to: ServerResponse): void {
    const { method, headers } = from;
    const onward = request(new URL(from.url!, productUrl), { method, headers }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => to.writableFinished || onward.destroy());
    from.pipe(onward);
  }

  const server = createServer(take).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => held.size,
    most: () => most,
    asked: () => asked,
    letOneGo: () => [...held][0]?.(),
    letGo() {
      isHolding = false;
      for (const go of held) go();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
