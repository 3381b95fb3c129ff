import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clone } from './product.ts';

describe('the arguments of npm start, read before anything is installed', () => {
  let folder: string;

  before('copy what a clone has before its first start', async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-arguments-'));
    for (const name of ['scripts', 'package.json', 'package-lock.json'])
      await cp(join(clone, name), join(folder, name), { recursive: true });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  // An unreachable registry: any install would fail at once.
  const nowhere = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
  function start(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...nowhere },
    });
    return { status, stdout, stderr };
  }

  afterEach('nothing was installed', async () => {
    assert.deepEqual((await readdir(folder)).sort(), ['package-lock.json', 'package.json', 'scripts']);
  });

  for (const argument of ['--help', '-h']) {
    it(`print purpose and settings for ${argument}`, () => {
      const { status, stdout, stderr } = start(argument);
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(stdout, /^npm start\n\nStarts Tallyhook/);
      assert.match(stdout, /^ {2}PORT +the port to listen on; default 3000$/m);
    });
  }

  it('list the settings of the guide with their defaults', async () => {
    const named = [...start('--help').stdout.matchAll(/^ {2}([A-Z_]+) +\S.*?; default (.*)$/gm)];
    const help = named.map(([, name, without]): Setting => [name!, without!]);
    const readme = settingsOf(await readFile(join(clone, 'docs/guides/settings.md'), 'utf8'));
    const ofCommandLine = ['TALLYHOOK_URL', 'TALLYHOOK_KEY'];
    assert.deepEqual(
      help,
      readme.filter(([name]) => !ofCommandLine.includes(name)),
    );
  });

  it('are refused if unknown, with advice', () => {
    const { status, stdout, stderr } = start('--port', '8080');
    assert.deepEqual([status, stdout], [2, '']);
    assert.equal(
      stderr,
      'npm start has no option "--port", only --help. Set variables instead, as in PORT=8080 npm start. npm start -- --help lists them.\n',
    );
  });
});

type Setting = [name: string, without: string];

/** The table of settings; a row with several names has as many defaults, or one for all. */
function settingsOf(readme: string): Setting[] {
  const rows = readme.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|.*\| (.*?) +\|$/gm);
  return [...rows].flatMap(([, names, cell]) => {
    const list = names!.replaceAll('`', '').split(', ');
    const without = cell!.replaceAll('`', '');
    const values = list.length === 1 ? [without] : without.split('; ');
    return list.map((name, index): Setting => [name, values[index] ?? values[0]!]);
  });
}
