import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { signIn, startPageBrowser } from './page-browser.ts';
import { clone } from './product.ts';
import { shareProduct } from './shared-product.ts';

describe('building the pages', function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-clone-'));
    const isOld = (path: string) => /\/(node_modules|dist[^/]*)$/.test(path);
    for (const name of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts', 'packages/web']) {
      await cp(join(clone, name), join(folder, name), { recursive: true, filter: (path) => !isOld(path) });
    }
    await symlink(join(clone, 'node_modules'), join(folder, 'node_modules'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function run(script: string): Promise<{ code: number; printed: string }> {
    const child = spawn(process.execPath, [join(folder, 'scripts', script)], {
      cwd: folder,
      env: { ...process.env, TALLYHOOK_PAGES: '' },
    });
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => printed.push(String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    return { code, printed: printed.join('') };
  }

  const dist = () => join(folder, 'packages', 'web', 'dist');
  const source = () => join(folder, 'packages', 'web', 'src', 'theme.ts');

  it('writes an index.html with hashed file names, and shows how long it took', async () => {
    const { code, printed } = await run('build-pages.mjs');
    assert.equal(code, 0, printed);
    assert.match(
      printed,
      /Building the pages …\n( {2}still running.*\n)* {2}done in \d+ s\nThe pages are in packages\/web\/dist\n/,
    );
    const page = await readFile(join(dist(), 'index.html'), 'utf8');
    const script = /<script type="module" crossorigin src="\/assets\/([\w-]+\.js)">/.exec(page)?.[1];
    assert.ok((await readdir(join(dist(), 'assets'))).includes(script ?? ''), page);
  });

  it('runs again only if a source changed', async () => {
    assert.doesNotMatch((await run('build-pages.mjs')).printed, /Building/);
    await appendFile(source(), '\nexport const changed = true;\n');
    assert.match((await run('build-pages.mjs')).printed, /Building the pages/);
    assert.doesNotMatch((await run('build-pages.mjs')).printed, /Building/);
  });

  it('ends npm start with one sentence if it fails, and keeps the old pages', async () => {
    const before_ = await readFile(join(dist(), 'index.html'), 'utf8');
    await writeFile(source(), 'export const theme = {');
    const { code, printed } = await run('start.mjs');
    assert.equal(code, 1);
    assert.match(
      printed,
      /^Building the pages …\n( {2}still running.*\n)*The pages could not be built \(Expected `}` but found `EOF`, at src\/theme\.ts:1:23\): fix packages\/web, .*\n$/,
    );
    assert.equal(await readFile(join(dist(), 'index.html'), 'utf8'), before_);
    assert.deepEqual(
      (await readdir(join(folder, 'packages', 'web'))).filter((name) => name.startsWith('dist')),
      ['dist'],
    );
  });
});

describe('a first visit', function () {
  this.timeout(240_000);

  it('loads less than 300 kB with gzip until the reports are shown, with one font', async () => {
    const product = await shareProduct();
    const browser = await startPageBrowser(product);
    const page = await browser.open();
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await page.goto('/');
    await signIn(page, product.owner);
    await page.locator('svg a[data-mark]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const parts = responses.filter((response) => !new URL(response.url()).pathname.startsWith('/api/'));
    const sizes = await Promise.all(
      parts.map(async (part) => {
        const body = await part.body();
        const isFont = part.url().endsWith('.woff2');
        return { name: new URL(part.url()).pathname, size: isFont ? body.length : gzipSync(body).length };
      }),
    );
    const total = sizes.reduce((sum, { size }) => sum + size, 0);
    await browser.close();
    assert.deepEqual(
      sizes.flatMap(({ name }) => /^\/assets\/(.+)-[\w-]{8}\.woff2$/.exec(name)?.[1] ?? []),
      ['inter-latin'],
    );
    assert.ok(sizes.some(({ name }) => name.endsWith('.js')) && sizes.some(({ name }) => name.endsWith('.css')));
    assert.ok(total < 300_000, `${total} bytes: ${JSON.stringify(sizes, undefined, 2)}`);
  });
});
