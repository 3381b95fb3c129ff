import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Sets the security headers of every response. */
export function securityHeaders(baseUrl: string): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(baseUrl) },
    strictTransportSecurity: overTls(baseUrl),
  });
}

/** Returns the Content-Security-Policy header; inline styles with the nonce are allowed. */
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
