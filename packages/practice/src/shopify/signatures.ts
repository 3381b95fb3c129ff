import { createHmac } from 'node:crypto';

/** Signs the query of a redirect: names in order, joined as a query, in hexadecimal digits. */
export function signRedirect(query: Record<string, string>, secret: string): string {
  const text = Object.keys(query)
    .sort()
    .map((name) => `${name}=${query[name]}`)
    .join('&');
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
