import type { IncomingHttpHeaders } from 'node:http';

/** Writes headers that came several times as one. */
export function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** Many services refuse a request that does not say who makes it. */
export function withUserAgent(headers: Record<string, string>): Record<string, string> {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  return isNamed ? headers : { ...headers, 'User-Agent': 'tallyhook' };
}
