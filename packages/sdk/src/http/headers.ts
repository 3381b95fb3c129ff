import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Joins repeated headers and decodes non-ASCII values as UTF-8. */
export function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
      return [name, /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'latin1').toString() : text];
    }),
  );
}

/** These would change where the body ends, or wait for an answer before the body. */
const ofConnection = ['transfer-encoding', 'keep-alive', 'upgrade', 'expect'];

/**
 * Returns the headers of a request as sent.
 * @throws TypeError for headers that describe the connection.
 */
export function outgoingHeaders(
  headers: Record<string, string>,
  { host, sizeBytes }: { host: string; sizeBytes: number | undefined },
): OutgoingHttpHeaders {
  const names = Object.keys(headers);
  const refused = names.find((name) => ofConnection.includes(name.toLowerCase()));
  if (refused !== undefined) throw new TypeError(`the header "${refused}" describes the connection; leave it out`);
  const own = names.filter((name) => !['host', 'content-length'].includes(name.toLowerCase()));
  return {
    Host: host,
    // Many services refuse a request without one. The request may override it.
    'User-Agent': 'tallyhook',
    ...Object.fromEntries(own.map((name) => [name, headers[name]])),
    ...(sizeBytes !== undefined && { 'Content-Length': sizeBytes }),
  };
}
