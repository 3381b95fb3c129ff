import type { OAuthSignIn } from '@tallyhook/schemas';
import type { PracticeRequest } from '@tallyhook/practice';

/** Looks up a parameter by its standard name, in the query, a form or JSON. */
export type Named = (name: string) => string | undefined;

/** Reads the parameters of a token request. */
export function readParameters({ query, body, headers }: PracticeRequest, names: Record<string, string>): Named {
  const text = body.toString('utf8');
  const isJson = /json/.test(headers['content-type'] ?? '');
  const sent = isJson ? Object.entries(parseObject(text)) : [...new URLSearchParams(text)];
  const all = new Map([...query, ...sent].map(([name, value]) => [name, String(value)]));
  return (name) => all.get(names[name] ?? name);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/**
 * Reads the client from a token request, from Basic or from id and secret among the parameters, as far as the connector
 * declares that they are sent.
 */
export function readClient(
  { token, refresh }: OAuthSignIn,
  kind: 'code' | 'refresh',
  { request, parameters }: { request: PracticeRequest; parameters: Named },
): { id: string | undefined } | { mistake: string } {
  const { client = 'body', parameters: declared = {} } =
    kind === 'code' ? token : { ...token, parameters: {}, ...refresh };
  if (client === 'basic') return basicClient(request.headers.authorization);
  if (client === 'none') return { id: parameters('client_id') };
  const missing = ['client_id', 'client_secret'].filter((name) => !(name in declared) && !parameters(name));
  return missing.length === 0
    ? { id: parameters('client_id') }
    : { mistake: `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing` };
}

function basicClient(authorization = ''): { id: string } | { mistake: string } {
  const encoded = /^Basic (\S+)$/i.exec(authorization)?.[1] ?? '';
  const [, id = '', secret = ''] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  if (id === '' || secret === '') return { mistake: 'the header Authorization has no client id and secret (Basic)' };
  // "Encoded using the application/x-www-form-urlencoded encoding algorithm" (RFC 6749 section 2.3.1).
  return { id: new URLSearchParams(`id=${id}`).get('id')! };
}
