import type { Request, Response } from 'express';

/**
 * Whether the client refuses cached answers (RFC 9111 section 5.2.1). A conditional request is not a refusal: `fetch`
 * adds `no-cache` to it automatically.
 */
export function wantsFreshAnswer(request: Pick<Request, 'get'>): boolean {
  if (request.get('if-none-match') !== undefined) return false;
  const directives = directivesOf(request);
  return directives.includes('no-cache') || directives.includes('max-age=0');
}

/** The maximum age in seconds that the client accepts (RFC 9111 section 5.2.1.1), in any spelling. */
export function maxAgeSeconds(request: Pick<Request, 'get'>): number | undefined {
  const ages = directivesOf(request).flatMap((one) => /^max-age="?(\d+)"?$/.exec(one)?.[1] ?? []);
  // Zero is handled by wantsFreshAnswer: `fetch` adds it automatically to conditional requests.
  const named = ages.map(Number).filter((age) => age > 0);
  return named.length === 0 ? undefined : Math.min(...named);
}

const directivesOf = (request: Pick<Request, 'get'>): string[] =>
  (request.get('cache-control') ?? '').split(',').map((one) => one.trim().toLowerCase());

/** How many whole seconds ago an answer was computed. */
export const ageSeconds = (countedAt: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(countedAt)) / 1_000));

/** Sets the headers that state the age of a cached answer. */
export function setKept(
  response: Pick<Response, 'setHeader'>,
  { countedAt, now }: { countedAt: string; now: Date },
): void {
  response.setHeader('Age', String(ageSeconds(countedAt, now)));
  response.setHeader('Last-Modified', new Date(countedAt).toUTCString());
}
