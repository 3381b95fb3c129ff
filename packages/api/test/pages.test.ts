import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.ts';
import { startService, type Service } from './start-service.ts';

const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('pages', () => {
  let service: Service;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-pages-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<meta name="style-nonce" content="__STYLE_NONCE__"><h1>Pages</h1>');
    await writeFile(join(folder, 'assets', 'index-a1b2.js'), 'export {};');
    await writeFile(join(folder, '.sources'), 'a digest');
    service = await startService({ pagesFolder: folder });
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  it('are served at every address outside the interfaces, so that deep links work', async () => {
    for (const path of ['/', '/reports', '/runs/0123?branch=draft', '/no/such/page']) {
      const answer = await fetch(`${service.url}${path}`, html);
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/html; charset=utf-8'], path);
      assert.match(await answer.text(), /<h1>Pages/);
    }
  });

  it('are not served at addresses of the interfaces, even to a browser', async () => {
    for (const path of ['/api', '/api/nothing', '/hooks/github', '/health/x', '/assets/nothing.js']) {
      const answer = await fetch(`${service.url}${path}`, html);
      assert.ok([404, 405].includes(answer.status), path);
      assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8', path);
    }
    assert.match((await fetch(`${service.url}/health`, html)).headers.get('content-type') ?? '', /json/);
  });

  it('are not served to programs or writes at an unknown address', async () => {
    assert.equal((await fetch(`${service.url}/reports`)).status, 404);
    assert.equal((await fetch(`${service.url}/reports`, { method: 'POST', ...html })).status, 404);
  });

  it('are revalidated each time, while files with a hash are cached permanently', async () => {
    assert.equal((await fetch(service.url, html)).headers.get('cache-control'), 'no-cache');
    const script = await fetch(`${service.url}/assets/index-a1b2.js`);
    assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
  });

  it('and answers are compressed for clients that accept it, except small ones', async () => {
    const ask = (path: string, encoding: string) =>
      fetch(`${service.url}${path}`, { headers: { 'accept-encoding': encoding } });
    const [brotli, gzip, plain] = await Promise.all(
      ['br, gzip', 'gzip', 'identity'].map((encoding) => ask('/api/openapi.json', encoding)),
    );
    assert.deepEqual(
      [brotli, gzip, plain].map((answer) => answer!.headers.get('content-encoding')),
      ['br', 'gzip', null],
    );
    const texts = await Promise.all([brotli, gzip, plain].map((answer) => answer!.text()));
    assert.equal(new Set(texts).size, 1);
    assert.match(plain!.headers.get('vary') ?? '', /Accept-Encoding/i);
    assert.equal((await ask('/assets/index-a1b2.js', 'gzip')).headers.get('content-encoding'), null);
  });

  it('allow only scripts of this service, and styles only with the nonce of the answer', async () => {
    const nonces = new Set<string>();
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(service.url, html);
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.match(policy, /(^|; )script-src 'self'(;|$)/);
      const nonce = /style-src 'self' 'nonce-([\w-]{20,})'/.exec(policy)?.[1];
      assert.ok(nonce !== undefined && (await answer.text()).includes(`content="${nonce}"`), policy);
      nonces.add(nonce);
    }
    assert.equal(nonces.size, 2);
  });

  it('serve no dotfiles and nothing outside their folder', async () => {
    for (const path of ['/.sources', '/assets/..%2f.sources', '/..%2f..%2fetc%2fpasswd']) {
      assert.equal((await fetch(`${service.url}${path}`)).status, 404, path);
    }
  });

  it('come from the newer build if it replaces the folder', async () => {
    await writeFile(join(folder, 'index.html'), '<h1>Newer pages</h1>');
    assert.match(await (await fetch(service.url, html)).text(), /Newer/);
  });

  it('are not served without a folder, and / says how to build them', async () => {
    const without = await startService();
    const answer = await fetch(without.url, html);
    assert.equal(answer.status, 404);
    assert.match(
      ((await answer.json()) as { detail: string }).detail,
      /npm start.*npm run build:pages.*TALLYHOOK_PAGES/,
    );
    assert.equal((await fetch(`${without.url}/reports`, html)).status, 404);
    await without.stop();
  });

  it('prevent the start with one sentence if they cannot be read', () => {
    const start = () => createApp({ ...service.deps, pagesFolder: '/nowhere' });
    assert.throws(start, /TALLYHOOK_PAGES is "\/nowhere", which has no index\.html/);
  });
});
