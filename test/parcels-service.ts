import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the service knows: the key of its only account. */
export const parcelsKey = 'pk-live-4f1d9c77aa';

/** A strict stand-in for another company's service: whatever is not exactly right is refused and written down. */
export interface ParcelsService {
  url: string;
  /** The requests it answered, as method and path. */
  requests: string[];
  /** Requests that no correct program sends. */
  refused: string[];
  close(): Promise<void>;
}

const answers: Record<string, unknown> = {
  'GET /v1/me': { id: 'u1', name: 'Harbor Goods' },
  'GET /v1/contacts/c1': { id: 'c1', name: 'Ada Lovelace', city: 'London' },
  'POST /v1/files': { id: 'f1' },
};

/** Starts it on a free port. */
export async function startParcelsService(): Promise<ParcelsService> {
  const requests: string[] = [];
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    const answer = answers[asked];
    const isAllowed = request.headers['x-api-key'] === parcelsKey && request.headers.accept === 'application/json';
    const status = !isAllowed ? 401 : answer === undefined ? 404 : 200;
    (status === 200 ? requests : refused).push(asked);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? answer : { error: `refused: ${asked}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refused,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
