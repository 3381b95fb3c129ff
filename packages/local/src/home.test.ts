import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHome } from './home.ts';
import { lockHome } from './home-lock.ts';
import { openSecrets } from './secrets.ts';

describe('TALLYHOOK_HOME', () => {
  let folder: string;

  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'tallyhook-home-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is created for its owner only, without leaving a test file', async () => {
    const home = await openHome(join(folder, 'deep', 'home'));
    assert.deepEqual((await readdir(home.path)).sort(), ['logs', 'mongod', 'secrets', 'temporal']);
    assert.equal((await stat(home.secrets)).mode & 0o777, 0o700);
  });

  it('is refused with one helpful sentence if it is a file', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    await assert.rejects(openHome(path), {
      name: 'Problem',
      message: `TALLYHOOK_HOME (${path}) cannot be used: a file is in the way: choose another folder (set TALLYHOOK_HOME to use another folder).`,
    });
  });

  it('is refused below a file', async () => {
    const path = join(folder, 'file', 'home');
    await writeFile(join(folder, 'file'), '');
    await assert.rejects(openHome(path), /cannot be used: part of that path is a file/);
  });

  it('is refused where no folder can be created', async () => {
    await assert.rejects(openHome('/proc/tallyhook/home'), /cannot be used: the folder cannot be created there/);
  });

  it('is refused while another supervisor uses it', async () => {
    const lock = await lockHome(folder);
    await assert.rejects(
      lockHome(folder),
      /^Problem: Tallyhook is already running with the data in .*: stop it, or set/,
    );
    await lock.release();
    await (await lockHome(folder)).release();
  });

  it('is free again after its process was killed', async () => {
    const script = `import { lockHome } from ${JSON.stringify(join(import.meta.dirname, 'home-lock.ts'))};
      await lockHome(${JSON.stringify(folder)}); process.kill(process.pid, 'SIGKILL');`;
    assert.throws(() => execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' }));
    await (await lockHome(folder)).release();
  });
});

describe('secrets of a home', () => {
  let folder: string;

  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'tallyhook-home-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are created once, stay the same and are readable only by their owner', async () => {
    const home = await openHome(folder);
    const first = await openSecrets(home);
    assert.deepEqual(await openSecrets(home), first);
    assert.match(await readFile(first.keyringFile, 'utf8'), /^1:[A-Za-z0-9+/]{43}=$/);
    for (const name of await readdir(home.secrets)) {
      assert.equal((await stat(join(home.secrets, name))).mode & 0o777, 0o600, name);
    }
  });

  it('are made private if others can read them', async () => {
    const home = await openHome(folder);
    await openSecrets(home);
    execFileSync('chmod', ['644', join(home.secrets, 'keyring')]);
    await openSecrets(home);
    assert.equal((await stat(join(home.secrets, 'keyring'))).mode & 0o777, 0o600);
  });

  it('are not recreated while data depends on lost ones', async () => {
    const home = await openHome(folder);
    await openSecrets(home);
    await writeFile(join(home.mongod, 'WiredTiger'), '');
    await rm(join(home.secrets, 'keyring'));
    await assert.rejects(openSecrets(home), /keyring is missing .* restore it from a backup/);
  });

  it('are refused if broken, without showing their text', async () => {
    const home = await openHome(folder);
    await openSecrets(home);
    await writeFile(join(home.secrets, 'keyring'), 'half a ke');
    await assert.rejects(openSecrets(home), (error: Error) => {
      assert.match(error.message, /keyring is broken/);
      assert.doesNotMatch(error.message, /half a ke/);
      return true;
    });
  });
});
