import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy to a product that keeps counts open until they are released, like slow ones: each occupies its connection.
 */
export interface HeldAnswers {
  url: string;
  /** The number of open counts. */
  open(): number;
  /** The maximum number open at once. */
  max(): number;
  /** The counts that arrived, by address without the query string. */
  asked(): string[];
  /** Releases the longest-held count; the others stay open. */
  releaseOne(): void;
  release(): void;
  close(): Promise<void>;
}

/** Starts a proxy that holds the answers to saved reports. */
export async function holdAnswers(productUrl: string): Promise<HeldAnswers> {
  const held = new Set<() => void>();
  const asked: string[] = [];
  let max = 0;
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
    max = Math.max(max, held.size);
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
    max: () => max,
    asked: () => asked,
    releaseOne: () => [...held][0]?.(),
    release() {
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
