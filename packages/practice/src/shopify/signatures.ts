import { createHmac } from 'node:crypto';

/** Signs the query of a redirect: sorted by name, joined as a query, in hex. */
export function signRedirect(query: Record<string, string>, secret: string): string {
  const text = Object.keys(query)
    .sort()
    .map((name) => `${name}=${query[name]}`)
    .join('&');
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
