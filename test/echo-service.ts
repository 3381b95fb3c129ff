import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A careless service: each answer contains what the request had in its headers, decoded and as it came. */
export interface Echo {
  url: string;
  answerWith(kind: 'success' | 'refusal' | 'error' | 'redirect'): void;
  /** All authorization headers so far. */
  received(): string;
  close(): Promise<void>;
}

export async function startEcho(): Promise<Echo> {
  const authorizations: string[] = [];
  let kind = 'success';
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    authorizations.push(authorization);
    const decoded = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    const secret = decoded.slice(decoded.indexOf(':') + 1);
    const body = JSON.stringify({
      message: `wrong: ${decoded}, ${authorization}, ${encodeURIComponent(secret)}`,
      odd: { [secret]: [secret, Buffer.from(secret).toString('base64')] },
    });
    const status = { success: 200, refusal: 401, error: 500, redirect: 302 }[kind]!;
    const location = `https://api.twilio.com/x?secret=${encodeURIComponent(secret)}`;
    response.writeHead(status, { 'content-type': 'application/json', ...(status === 302 && { location }) }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (next) => void (kind = next),
    received: () => authorizations.join('\n'),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
