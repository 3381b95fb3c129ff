import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import serveCompressed, { type ExpressStaticGzipOptions } from 'express-static-gzip';
import express, { Router, type RequestHandler, type Response } from 'express';
import { contentSecurityPolicy } from './security-headers.ts';

/** Marks where index.html gets the nonce for the pages' inline styles. */
const noncePlaceholder = '__STYLE_NONCE__';

const notBuilt =
  'The pages are not built. `npm start` builds and serves them; to serve them from this process, run `npm run build:pages` and set TALLYHOOK_PAGES to packages/web/dist.';

export interface PagesOptions {
  /** Folder of the built pages; without it, `/` explains how to build them. */
  folder: string | undefined;
  baseUrl: string;
}

/**
 * Serves the built pages: hashed files, cached permanently, and index.html for every browser address outside the
 * interfaces. Passes everything else on.
 */
export function servePages({ folder, baseUrl }: PagesOptions): RequestHandler {
  if (folder === undefined) return sayHowToBuild;
  readPage(folder);
  const router = Router();
  router.use('/assets', serveCompressed(join(folder, 'assets'), forever));
  router.use(express.static(folder, { ...staticOptions, maxAge: '1h' }));
  router.use((request, response, next) => {
    if (!isPageRequest(request.method, request.path, request.accepts(['json', 'html']))) next();
    else {
      // What a link shows is for those who have the link.
      if (request.path === '/shared') response.setHeader('X-Robots-Tag', 'noindex, nofollow');
      sendPage(response, readPage(folder), baseUrl);
    }
  });
  return router;
}

/** The build compressed its files already, better than would be quick enough for each request. */
const forever: ExpressStaticGzipOptions = {
  enableBrotli: true,
  orderPreference: ['br'],
  index: false,
  serveStatic: { redirect: false, dotfiles: 'ignore', immutable: true, maxAge: '1y' },
};

const staticOptions = { index: false, redirect: false, dotfiles: 'ignore' } as const;

/** Reads the page on every request: a newer build may have replaced the folder, with other file names. */
function readPage(folder: string): string {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8');
  } catch (cause) {
    const detail = `TALLYHOOK_PAGES is "${folder}", which has no index.html: run \`npm run build:pages\`, or leave it unset.`;
    throw new Problem('cannot_start', detail, { cause });
  }
}

const sayHowToBuild: RequestHandler = (request, _response, next) => {
  if (request.path !== '/') next();
  else throw new Problem('not_found', notBuilt);
};

/** Browsers get the pages; scripts and other programs get an error for an unknown address. */
function isPageRequest(method: string, path: string, preferred: string | false): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return path === '/' || (preferred === 'html' && !/^\/(api|hooks|health|assets)(\/|$)/.test(path));
}

function sendPage(response: Response, page: string, baseUrl: string): void {
  const nonce = randomBytes(18).toString('base64url');
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(baseUrl, { styleNonce: nonce }));
  response.setHeader('Cache-Control', 'no-cache');
  response.type('html').send(page.replaceAll(noncePlaceholder, nonce));
}
