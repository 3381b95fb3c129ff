import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clone, startProduct, type Product } from './product.ts';

/** The files of a folder that are not hidden, as bytes by path. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.') && path !== 'AGENTS.md')
    .sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await readFile(join(folder, path))).toString('hex')] as const)),
  );
}

describe('tallyhook push and pull', function () {
  this.timeout(300_000);
  let product: Product;
  let home: string;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'tallyhook-pull-'));
    product = await startProduct({ TALLYHOOK_DEMO: '0' });
    await product.login();
    await cp(join(clone, 'packages/connectors/github'), join(home, 'one'), { recursive: true });
  });
  after(async () => {
    await product?.remove();
    await rm(home, { recursive: true });
  });

  it('carry a shipped connector to the product and back byte for byte, and keep changes of both sides', async () => {
    const [one, two] = [join(home, 'one'), join(home, 'two')];
    const run = (...args: string[]) => product.tallyhook(args);
    const pushed = await run('push', one);
    assert.equal(pushed.code, 0, pushed.stderr);
    assert.match(pushed.stdout, /github: saved as revision 1\n$/);
    const pulled = await run('pull', 'github', '--into', two);
    assert.equal(pulled.code, 0, pulled.stderr);
    assert.deepEqual(await filesOf(two), await filesOf(one));
    assert.match((await run('push', two)).stdout, /nothing to push since revision 1/);

    await writeFile(join(two, 'README.md'), '# Changed\r\n\u00e4\n');
    await rm(join(two, 'icon.svg'));
    const again = await run('push', two);
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stdout, /^~ README\.md\n- icon\.svg\ngithub: saved as revision 2\n$/);

    await writeFile(join(one, 'LICENSE'), 'mine');
    const late = await run('push', one);
    assert.equal(late.code, 1);
    assert.match(late.stderr, /Nothing was pushed\.[^]*revision 2[^]*Pull it first/);
    const refused = await run('pull', 'github', '--into', one);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /Nothing was pulled[^]*\+ LICENSE/);
    assert.equal(await readFile(join(one, 'LICENSE'), 'utf8'), 'mine');
    const forced = await run('pull', 'github', '--into', one, '--force');
    assert.equal(forced.code, 0, forced.stderr);
    assert.deepEqual(await filesOf(one), await filesOf(two));
  });
});
