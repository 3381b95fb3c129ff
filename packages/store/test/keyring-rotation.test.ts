import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { openText, sealText, type SealedText } from '../src/keyring/sealing.ts';
import { newId, openStore, type Store } from '../src/database/store.ts';
import {
  parseKeyring,
  readKeyringFile,
  readKeyringStatus,
  removeKeyringKey,
  rotateKeyring,
  type KeyringStatus,
} from '../src/keyring/index.ts';

const actor = { by: 'test', now: new Date('2026-05-04T12:00:00Z') };

interface Sealed {
  workspaceId: string;
  accountId: string;
  sealed: SealedText;
}

describe('A rotation of the keyring', function () {
  this.timeout(240_000);
  const uri = process.env.MONGODB_URI ?? '';
  let databasePrefix: string;
  let folder: string;
  let keyringFile: string;
  let opened: Store[];
  let rows: Sealed[];

  async function openWithFile(): Promise<Store> {
    const keyring = await readKeyringFile(keyringFile);
    opened.push(await openStore({ uri, databasePrefix, keyring, keyringFile }));
    return opened.at(-1)!;
  }

  const seal = async (store: Store): Promise<Sealed> => {
    const place = { workspaceId: newId(), accountId: newId() };
    return { ...place, sealed: await sealText(store, { ...place, text: place.accountId }) };
  };

  async function assertAllOpen(store: Store, all: readonly Sealed[] = rows): Promise<void> {
    for (const row of all) assert.equal(await openText(store, row), row.accountId);
  }

  beforeEach(async () => {
    assert.ok(uri, 'Set MONGODB_URI to a MongoDB replica set: these tests write to a real one.');
    databasePrefix = `test_${randomBytes(6).toString('hex')}`;
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-keyring-'));
    keyringFile = join(folder, 'keyring');
    await writeFile(keyringFile, `old:${randomBytes(32).toString('base64')}\n`);
    opened = [];
    const store = await openWithFile();
    rows = [];
    for (let count = 0; count < 2; count++) rows.push(await seal(store));
  });
  afterEach(async () => {
    await opened[0]!.system.dropDatabase();
    for (const store of opened) await store.close();
    await rm(folder, { recursive: true });
  });

  /** Runs a process that rotates; returns its output, or undefined if it killed itself. */
  async function rotateInProcess(
    killedBefore?: number,
  ): Promise<{ commands: number; status: KeyringStatus } | undefined> {
    const environment = { MONGODB_URI: uri, DATABASE: databasePrefix, KEYRING_FILE: keyringFile };
    const child = spawn(process.execPath, [join(import.meta.dirname, 'rotating-process.ts')], {
      env: {
        ...process.env,
        ...environment,
        ...(killedBefore !== undefined && { KILLED_BEFORE: String(killedBefore) }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (output.stdout += String(data)));
    child.stderr.on('data', (data) => (output.stderr += String(data)));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (signal === 'SIGKILL') return undefined;
    assert.equal(code, 0, output.stderr);
    return JSON.parse(output.stdout) as { commands: number; status: KeyringStatus };
  }

  /** A process killed while it held the lease keeps others from replacing the key for five seconds. */
  const endLease = () =>
    opened[0]!.system.collection('keyring').updateOne({ lease: { $exists: true } }, { $unset: { lease: '' } });

  /** As `tallyhook keyring rotate` does. */
  async function finish(store: Store): Promise<KeyringStatus> {
    const before = await readKeyringStatus(store);
    const replace = before.remaining === 0 ? { replace: before.current } : {};
    let status = await rotateKeyring(store, replace, actor);
    while (status.remaining > 0) status = await rotateKeyring(store, {}, actor);
    return status;
  }

  it('makes a new key, seals the data keys again, and opens everything with the new key alone', async () => {
    const store = await openWithFile();
    const status = await rotateKeyring(store, { replace: 'old' }, actor);
    const { current } = status;
    assert.match(current, /^2026-05-04-[0-9a-f]{8}$/);
    assert.deepEqual(status, {
      current,
      next: current,
      since: actor.now.toISOString(),
      remaining: 0,
      keys: [
        { id: current, dataKeys: 2, isInKeyring: true },
        { id: 'old', dataKeys: 0, isInKeyring: true },
      ],
    });
    const after = await removeKeyringKey(store, 'old', actor);
    assert.deepEqual(after.keys, [{ id: current, dataKeys: 2, isInKeyring: true }]);
    assert.doesNotMatch(await readFile(keyringFile, 'utf8'), /old/);
    await assertAllOpen(await openWithFile());
  });

  it('needs no restart: processes with the old keyring read its file when they meet an unknown key', async () => {
    const [other] = opened;
    const another = await openWithFile();
    await rotateKeyring(another, { replace: 'old' }, actor);
    await removeKeyringKey(another, 'old', actor);
    // One has kept the sealed data keys in memory, the other has not.
    await assertAllOpen(other!);
    const fresh = await openStore({ uri, databasePrefix, keyring: opened[0]!.keyring, keyringFile });
    opened.push(fresh);
    await assertAllOpen(fresh);
  });

  it('does not let a process with an old keyring seal with the old key', async () => {
    const late = opened[0]!;
    const another = await openWithFile();
    const { current } = await rotateKeyring(another, { replace: 'old' }, actor);
    assert.deepEqual(Object.keys(late.keyring!.keys), ['old']);
    const row = await seal(late);
    assert.deepEqual(
      (await readKeyringStatus(another)).keys.map(({ id, dataKeys }) => [id, dataKeys]),
      [
        [current, 3],
        ['old', 0],
      ],
    );
    await assertAllOpen(another, [row]);
  });

  it('loses nothing that others seal and open meanwhile', async () => {
    const others = [opened[0]!, await openWithFile()];
    const rotating = await openWithFile();
    let isDone = false;
    const work = async (store: Store) => {
      const sealed: Sealed[] = [];
      while (!isDone) {
        sealed.push(await seal(store));
        await assertAllOpen(store, [...rows, ...sealed.slice(-2)]);
      }
      return sealed;
    };
    const working = others.map(work);
    for (let count = 0; count < 3; count++) {
      const status = await finish(rotating);
      for (const { id } of status.keys) if (id !== status.current) await removeKeyringKey(rotating, id, actor);
    }
    isDone = true;
    const sealed = (await Promise.all(working)).flat();
    assert.ok(sealed.length > 10, `only ${sealed.length}`);
    const { keys } = await readKeyringStatus(rotating);
    assert.equal(keys.length, 1);
    await assertAllOpen(await openWithFile(), [...rows, ...sealed]);
  });

  it('that is killed before any of its commands to the database is finished by the next one', async () => {
    const { commands } = (await rotateInProcess())!;
    assert.ok(commands >= 12, `only ${commands}`);
    for (let at = 2; at <= commands; at++) {
      const before = await readKeyringStatus(opened[0]!);
      assert.equal(await rotateInProcess(at), undefined, `command ${at}`);
      await assertAllOpen(await openWithFile());
      await endLease();
      const status = await finish(opened[0]!);
      assert.equal(status.remaining, 0);
      assert.notEqual(status.current, before.current, `command ${at}`);
      await assertAllOpen(await openWithFile());
    }
    for (const store of opened.splice(1)) await store.close();
    const text = await readFile(keyringFile, 'utf8');
    const { current } = await readKeyringStatus(opened[0]!);
    const alone = text.split(',').find((entry) => entry.startsWith(`${current}:`))!;
    opened.push(await openStore({ uri, databasePrefix, keyring: parseKeyring(alone.trim()) }));
    await assertAllOpen(opened.at(-1)!);
  });

  it('is not hindered by a file that a killed process had begun to write', async () => {
    await writeFile(`${keyringFile}.new`, 'half a ke');
    const { status } = (await rotateInProcess())!;
    assert.equal(status.remaining, 0);
    await assertAllOpen(await openWithFile());
  });

  it('uses one new key if two processes begin it at once', async () => {
    const stores = [await openWithFile(), await openWithFile()];
    const outcomes = await Promise.allSettled(stores.map((store) => rotateKeyring(store, { replace: 'old' }, actor)));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.match(String(outcome.reason), /Another process is replacing or removing a key/);
    const { current, keys } = await rotateKeyring(stores[0]!, { replace: 'old' }, actor);
    assert.deepEqual(
      keys.map(({ id }) => id),
      [current, 'old'],
    );
  });

  it('takes the first key of a keyring that it cannot change, and says what to do if there is no new one', async () => {
    const text = (await readFile(keyringFile, 'utf8')).trim();
    const open = async (keyring: string) => {
      opened.push(await openStore({ uri, databasePrefix, keyring: parseKeyring(keyring) }));
      return opened.at(-1)!;
    };
    const isRefused = (pattern: RegExp) => (error: unknown) =>
      error instanceof Problem && error.code === 'invalid_input' && pattern.test(error.message);
    await assert.rejects(rotateKeyring(await open(text), { replace: 'old' }, actor), isRefused(/put a new key first/));
    const both = await open(`new:${randomBytes(32).toString('base64')},${text}`);
    const { current, remaining } = await rotateKeyring(both, { replace: 'old' }, actor);
    assert.deepEqual([current, remaining], ['new', 0]);
    await assert.rejects(openText(await open(text), rows[0]!), /no key "new", .* add it to TALLYHOOK_KEYRING/);
    await assert.rejects(removeKeyringKey(both, 'old', actor), isRefused(/remove it from TALLYHOOK_KEYRING/));
  });

  it('keeps a key that is needed', async () => {
    const store = opened[0]!;
    await assert.rejects(removeKeyringKey(store, 'old', actor), /seals new credentials/);
    await assert.rejects(removeKeyringKey(store, 'other', actor), /has no key "other"/);
    const row = { _id: newId(), keyId: 'old', sealed: rows[0]!.sealed, createdAt: new Date() };
    await rotateKeyring(store, { replace: 'old' }, actor);
    await store.system.collection<{ _id: string }>('data_keys').insertOne(row);
    await assert.rejects(removeKeyringKey(store, 'old', actor), /still seals 1 data keys/);
  });

  it('keeps a key that a step of an interrupted rotation may still seal with', async () => {
    const store = opened[0]!;
    const dataKeys = store.system.collection('data_keys');
    const before = await dataKeys.find().toArray();
    const { current: second } = await rotateKeyring(store, { replace: 'old' }, actor);
    await rotateKeyring(store, { replace: second }, actor);
    // As if both rotations had been killed before they sealed anything again.
    for (const { _id, ...row } of before) await dataKeys.replaceOne({ _id }, row);
    await assert.rejects(removeKeyringKey(store, second, actor), /2 data keys are not sealed with key .* yet/);
    await finish(store);
    await removeKeyringKey(store, second, actor);
    await assertAllOpen(await openWithFile());
  });

  it('does not remove a key while another process adds one to the file', async () => {
    const store = opened[0]!;
    await finish(store);
    const until = new Date(Date.now() + 60_000);
    const states = store.system.collection<{ _id: string }>('keyring');
    await states.updateOne({ _id: 'keyring' }, { $set: { lease: { holder: 'another', until } } });
    await assert.rejects(removeKeyringKey(store, 'old', actor), /Another process is replacing or removing a key/);
    await endLease();
    await removeKeyringKey(store, 'old', actor);
  });
});
