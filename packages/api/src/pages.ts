import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import express, { Router, type RequestHandler, type Response } from 'express';
import { contentSecurityPolicy } from './security-headers.ts';

/** Where the built index.html has the nonce of the styles that the pages write themselves. */
const noncePlaceholder = '__STYLE_NONCE__';

const notBuilt =
  'The pages are not here: `npm start` builds and serves them; for this process alone run `npm run build:pages` and set TALLYHOOK_PAGES to packages/web/dist.';

export interface PagesOptions {
  /** The folder with the built pages; without one there are none, and `/` says how to build them. */
  folder: string | undefined;
  baseUrl: string;
}

/**
 * Serves the built pages: files with a hash in their name for good, and index.html for every address that a browser
 * opens and that belongs to no interface. Everything else is passed on.
 */
export function servePages({ folder, baseUrl }: PagesOptions): RequestHandler {
  if (folder === undefined) return sayHowToBuild;
  readPage(folder);
  const router = Router();
  router.use('/assets', express.static(join(folder, 'assets'), { ...staticOptions, immutable: true, maxAge: '1y' }));
  router.use(express.static(folder, { ...staticOptions, maxAge: '1h' }));
  router.use((request, response, next) => {
    if (!isPageRequest(request.method, request.path, request.accepts(['json', 'html']))) next();
    else sendPage(response, readPage(folder), baseUrl);
  });
  return router;
}

const staticOptions = { index: false, redirect: false, dotfiles: 'ignore' } as const;

/** Read anew for each browser that opens a page: a newer build may have taken the folder's place, with other names. */
function readPage(folder: string): string {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8');
  } catch (cause) {
    const detail = `TALLYHOOK_PAGES is "${folder}", where there is no index.html: run \`npm run build:pages\`, or leave it unset.`;
    throw new Problem('cannot_start', detail, { cause });
  }
}

const sayHowToBuild: RequestHandler = (request, _response, next) => {
  if (request.path !== '/') next();
  else throw new Problem('not_found', notBuilt);
};

/** Scripts and other programs that miss an address are told so; a person's browser gets the pages. */
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
