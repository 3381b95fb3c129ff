import type { Request, Response } from 'express';

/**
 * Whether a client wants nothing that was kept (RFC 9111 section 5.2.1). Who names the answer that it holds asks whether
 * it is still that one: `fetch` then sends `no-cache` of itself.
 */
export function asksAnew(request: Pick<Request, 'get'>): boolean {
  if (request.get('if-none-match') !== undefined) return false;
  const directives = directivesOf(request);
  return directives.includes('no-cache') || directives.includes('max-age=0');
}

/** How many seconds old an answer may be for a client that says so (RFC 9111 section 5.2.1.1), however it says it. */
export function mostAgeSeconds(request: Pick<Request, 'get'>): number | undefined {
  const ages = directivesOf(request).flatMap((one) => /^max-age="?(\d+)"?$/.exec(one)?.[1] ?? []);
  // Zero is for asksAnew to say: `fetch` adds it of itself where it names what it holds.
  const named = ages.map(Number).filter((age) => age > 0);
  return named.length === 0 ? undefined : Math.min(...named);
}

const directivesOf = (request: Pick<Request, 'get'>): string[] =>
  (request.get('cache-control') ?? '').split(',').map((one) => one.trim().toLowerCase());

/** For how many whole seconds an answer has been kept. */
export const ageSeconds = (countedAt: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(countedAt)) / 1_000));

/** Says how old a kept answer is. */
export function setKept(
  response: Pick<Response, 'setHeader'>,
  { countedAt, now }: { countedAt: string; now: Date },
): void {
  response.setHeader('Age', String(ageSeconds(countedAt, now)));
  response.setHeader('Last-Modified', new Date(countedAt).toUTCString());
}
