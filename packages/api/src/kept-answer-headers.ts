import type { Request, Response } from 'express';

/**
 * Whether a client wants nothing that was kept (RFC 9111 section 5.2.1). Who names the answer that it holds asks whether
 * it is still that one: `fetch` then sends `no-cache` of itself.
 */
export function asksAnew(request: Pick<Request, 'get'>): boolean {
  if (request.get('if-none-match') !== undefined) return false;
  const directives = (request.get('cache-control') ?? '').split(',').map((one) => one.trim().toLowerCase());
  return directives.includes('no-cache') || directives.includes('max-age=0');
}

/** Says how old a kept answer is. */
export function setKept(
  response: Pick<Response, 'setHeader'>,
  { countedAt, now }: { countedAt: Date; now: Date },
): void {
  const ageSeconds = Math.max(0, Math.floor((now.getTime() - countedAt.getTime()) / 1_000));
  response.setHeader('Age', String(ageSeconds));
  response.setHeader('Last-Modified', countedAt.toUTCString());
}
