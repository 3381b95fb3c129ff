import { STATUS_CODES, type IncomingMessage, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, problemDocument, type ProblemCode } from '@tallyhook/schemas';

/** Limit in bytes for the address and headers together. */
const maxHeaderBytes = 64 * 1024;

/** How much of them Node reads: between the two limits we can still see what media type the client accepts. */
export const maxReadBytes = 4 * maxHeaderBytes;

/** How long the rest of an unreadable request may keep arriving. */
const lingerMs = 2_000;

/**
 * Wraps the listener with checks for requests that Node would refuse with an empty body or before reading the Accept
 * header.
 */
export function refuseUnreadable(listener: RequestListener): RequestListener {
  return (request, response) => {
    const problem = problemOf(request);
    if (problem === undefined) {
      listener(request, response);
      return;
    }
    const { type, body } = bodyOf(problem, request.headers.accept);
    response.writeHead(problem.kind.status, { ...headers, 'Content-Type': type, Connection: 'close' });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Answers requests that Node could not parse. */
export function answerUnreadable(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex): void {
  const problem = problemFrom(error.code);
  const { status } = problem.kind;
  const { type, body } = bodyOf(problem, acceptIn(error.rawPacket));
  const lines = Object.entries({
    ...headers,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  // Closing the connection before everything has arrived would discard the response.
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cut));
  socket.resume();
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
}

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

const tooLargeDetail =
  'The address and headers are larger than 64 KiB together. Send a long question with POST, or save it as a report, which has a short address.';

function problemOf({ url = '', rawHeaders, headers: { host, expect }, httpVersion }: IncomingMessage) {
  const size = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  if (size > maxHeaderBytes) return new Problem('headers_too_large', tooLargeDetail);
  if (host === undefined && httpVersion === '1.1')
    return new Problem('invalid_request', 'The header Host is missing. HTTP/1.1 requires it.');
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    return new Problem('invalid_request', 'The header Expect accepts only 100-continue: send that, or leave it out.');
  return undefined;
}

function problemFrom(errorCode: string | undefined): Problem {
  const [code, detail]: [ProblemCode, string] =
    errorCode === 'HPE_HEADER_OVERFLOW'
      ? ['headers_too_large', tooLargeDetail]
      : errorCode === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['request_timeout', 'The request did not arrive in time. Send it again.']
        : ['invalid_request', 'This is not an HTTP/1.1 request.'];
  return new Problem(code, detail);
}

/** The Accept header, if the last packet contains it. */
function acceptIn(packet: Buffer | undefined): string | undefined {
  return packet && /^accept:(.*)$/im.exec(packet.toString('latin1'))?.[1];
}

/** An HTML page for browsers, a problem document for everything else. */
function bodyOf(problem: Problem, accept = ''): { type: string; body: string } {
  if (/\btext\/html\b/i.test(accept) && !/\bjson\b/i.test(accept))
    return { type: 'text/html; charset=utf-8', body: pageOf(problem) };
  return { type: 'application/problem+json', body: JSON.stringify(problemDocument(problem)) };
}

/** Nothing here comes from the request, so nothing needs escaping. */
const pageOf = ({ kind, message }: Problem): string =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${kind.title}</title>
<h1>${kind.title}</h1>
<p>${message}</p>
<p><a href="/">Go to the start page</a></p>
</html>
`;
