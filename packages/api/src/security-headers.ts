import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The headers of every answer that keep browsers from doing what nobody meant. */
export function securityHeaders(baseUrl: string): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(baseUrl) },
    strictTransportSecurity: overTls(baseUrl),
  });
}

/** The policy as the text of its header; styles with the nonce may stand in the page. */
export function contentSecurityPolicy(baseUrl: string, { styleNonce }: { styleNonce: string }): string {
  const directives = { ...directivesOf(baseUrl), 'style-src': ["'self'", `'nonce-${styleNonce}'`] };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

function directivesOf(baseUrl: string): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(overTls(baseUrl) ? { 'upgrade-insecure-requests': [] } : {}),
  };
}

function overTls(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
