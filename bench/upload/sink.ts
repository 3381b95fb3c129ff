/**
 * Accepts uploads like YouTube and discards their bytes, so that only the sender is measured. Prints a line of JSON
 * with its port when ready. Exits on SIGTERM.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  const host = request.headers.host ?? '';
  if (request.method === 'POST') {
    request.resume().on('end', () => response.writeHead(200, { location: `https://${host}/upload?upload_id=1` }).end());
    return;
  }
  const [, last, total] = /-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '') ?? [];
  const isWhole = last === undefined || Number(last) + 1 === Number(total);
  request.resume().on('end', () => {
    if (isWhole) response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"1"}');
    else response.writeHead(308, { range: `bytes=0-${last}` }).end();
  });
});
// No timeouts, however slow the machine is.
server.requestTimeout = 0;
server.headersTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
