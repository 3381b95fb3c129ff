import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { Branch } from '../src/branches/index.ts';
import {
  checkStorages,
  deleteFile,
  findContent,
  openContent,
  openFile,
  parseFileSettings,
  saveFile,
} from '../src/files/index.ts';
import { openStore, sweep, type Store } from '../src/index.ts';
import { openBucket, s3Environment, storages } from './storages.ts';
import { dropTestStore, problemOf, refusal, testUri, workBranch } from './test-store.ts';

const mebibyte = 1024 * 1024;
const [, s3] = storages;

describe('Files in a bucket', () => {
  let store: Store;
  let branch: Branch;
  const others: Store[] = [];

  before(async () => {
    store = await s3!.open();
    branch = await workBranch(store);
  });
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close();
  });
  after(() => dropTestStore(store));

  /** The same databases, opened with other settings. */
  async function openAgain(environment: Record<string, string | undefined>): Promise<Store> {
    const files = parseFileSettings(environment);
    const other = await openStore({ uri: testUri(), databasePrefix: store.system.databaseName, files });
    others.push(other);
    return other;
  }
  const settings = () => s3Environment(store.system.databaseName);
  const save = (to: Store, bytes: Buffer) =>
    saveFile(to, branch, { name: 'a', contentType: 'text/plain', stream: Readable.from([bytes]), by: 'ana' });
  const read = async (from: Store, id: string) => buffer((await openFile(from, branch, id)).stream);

  it('stay readable, like those in GridFS, when the setting changes', async () => {
    const gridfs = await openAgain({});
    const [old, first] = [randomBytes(2 * mebibyte), randomBytes(9 * mebibyte)];
    const [inGridfs, inBucket] = [await save(gridfs, old), await save(store, first)];
    const back = await openAgain({ ...settings(), TALLYHOOK_FILES: `gridfs,${settings()['TALLYHOOK_FILES']}` });
    for (const each of [store, back]) {
      assert.ok(old.equals(await read(each, inGridfs.id)));
      assert.ok(first.equals(await read(each, inBucket.id)));
      assert.deepEqual(await checkStorages(each), []);
    }
    const later = await save(back, old);
    assert.ok(old.equals(await read(gridfs, later.id)), 'new files go to the first place of the list');

    const refused = await problemOf(checkStorages(gridfs));
    assert.equal(refused.code, 'cannot_start');
    assert.match(
      refused.message,
      /^Files are kept in the bucket "tallyhook-tests", which TALLYHOOK_FILES does not name/,
    );
    const { stream } = await openFile(gridfs, branch, inBucket.id);
    assert.match((await problemOf(buffer(stream))).message, /TALLYHOOK_FILES must name it as well/);

    await deleteFile(back, branch, inBucket.id, 'ana');
    assert.deepEqual(await checkStorages(gridfs), [], 'without files the bucket need not be named');
  });

  it('are read on from where the connection broke', async () => {
    const bytes = randomBytes(9 * mebibyte);
    const { id } = await save(store, bytes);
    const proxy = await openProxy({ breakAfterBytes: 3.5 * mebibyte });
    const through = await openAgain(proxy.environment(settings()));
    assert.ok(bytes.equals(await read(through, id)));
    assert.equal(proxy.broken(), 1);
    const reader = openContent(through, (await findContent(through, branch, id)).place);
    assert.ok(bytes.subarray(5, 8 * mebibyte).equals(await buffer(Readable.from(reader.read(5, 8 * mebibyte)))));
    await proxy.close();
  });

  it('are not found if their object is gone', async () => {
    const { id } = await save(store, randomBytes(mebibyte));
    const { place } = await findContent(store, branch, id);
    const { client, bucket } = await openBucket();
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: place.s3!.key }));
    client.destroy();
    const reader = openContent(store, place);
    const problem = await problemOf(buffer(Readable.from(reader.read(0, mebibyte))));
    assert.deepEqual([problem.code, problem.kind.retry], ['not_found', false]);
    assert.match(problem.message, /no longer complete/);
  });

  it('can be deleted while the store is away; the sweep removes their bytes later', async () => {
    const { id } = await save(store, randomBytes(mebibyte));
    const before = await s3!.count(store, branch.workspaceId);
    const proxy = await openProxy();
    const environment = proxy.environment(settings());
    const away = await openAgain(environment);
    await proxy.close();
    await assert.rejects(save(away, randomBytes(mebibyte)), refusal('unavailable'));
    await deleteFile(away, branch, id, 'ana');
    await assert.rejects(openFile(away, branch, id), refusal('not_found'));
    await assert.rejects(sweep(away), refusal('unavailable'));
    assert.equal((await checkStorages(away)).length, 1);
    assert.equal(await sweep(store, { unseenForMs: 0 }), 2, 'the deleted file and the failed upload');
    assert.equal(await s3!.count(store, branch.workspaceId), before - 2);
  });

  it('need a bucket that exists', async () => {
    const url = new URL(settings()['TALLYHOOK_FILES']!);
    url.hostname = 'there-is-no-such-bucket';
    const without = await openAgain({ ...settings(), TALLYHOOK_FILES: `${url.href},${settings()['TALLYHOOK_FILES']}` });
    const problem = await problemOf(checkStorages(without));
    assert.equal(problem.code, 'cannot_start');
    assert.match(problem.message, /"there-is-no-such-bucket" of TALLYHOOK_FILES does not exist: create it/);
  });
});

/** Stands in front of the store, and breaks the first connection that carried so many bytes. */
async function openProxy({ breakAfterBytes = Infinity } = {}) {
  const target = new URL(new URL(s3Environment('')['TALLYHOOK_FILES']!).searchParams.get('endpoint')!);
  const sockets = new Set<Socket>();
  let broken = 0;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let carried = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => (client.destroy(), upstream.destroy()));
    }
    client.pipe(upstream);
    upstream.on('data', (part: Buffer) => {
      carried += part.length;
      if (broken === 0 && carried > breakAfterBytes) {
        broken++;
        client.resetAndDestroy();
      } else client.write(part);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    broken: () => broken,
    environment(settings: Record<string, string | undefined>) {
      const url = new URL(settings['TALLYHOOK_FILES']!);
      url.searchParams.set('endpoint', `http://127.0.0.1:${port}`);
      return { ...settings, TALLYHOOK_FILES: url.href };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
