import compression from 'compression';
import type { RequestHandler } from 'express';

const minBytes = 1_024;

/**
 * Compresses pages and answers for clients that accept it. Not the bytes of files, which have ranges, nor lines of
 * progress, which must not wait, nor what other services get.
 */
export function compress(): RequestHandler {
  return compression({
    threshold: minBytes,
    filter(request, response) {
      const { path } = request;
      if (path.startsWith('/hooks/') || path.startsWith('/api/files/')) return false;
      const type = String(response.getHeader('Content-Type') ?? '');
      return !type.startsWith('application/x-ndjson') && compression.filter(request, response);
    },
  });
}
