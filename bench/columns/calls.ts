import { Agent, request } from 'node:http';

/** A service over HTTP, on kept-alive connections. */
export interface Calls {
  /** Sends a request and returns the text of its answer, which must have status 200 to 204. */
  send(method: string, path: string, body?: unknown): Promise<string>;
  close(): void;
}

export function createCalls(
  url: string,
  { headers, connections }: { headers: Record<string, string>; connections: number },
): Calls {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: (method, path, body) =>
      new Promise((resolve, reject) => {
        const given = { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
        const call = request({ agent, hostname, port, method, path, headers: given }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode! <= 204) resolve(text);
            else reject(new Error(`${method} ${path} was answered with ${response.statusCode}: ${text.slice(0, 500)}`));
          });
        });
        call.once('error', reject);
        call.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}

/** How many calls a number of callers get answered in a second, each sending one after the other. */
export async function perSecond(work: () => Promise<unknown>, callers: number, seconds = 4): Promise<number> {
  const endAt = performance.now() + seconds * 1_000;
  let answered = 0;
  const caller = async () => {
    while (performance.now() < endAt) {
      await work();
      if (performance.now() <= endAt) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return answered / seconds;
}
