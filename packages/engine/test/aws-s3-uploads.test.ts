import {
  runAction,
  ActionError,
  compileConnector,
  createHttp,
  parseRoutes,
  testAccount,
  type Http,
} from '@tallyhook/sdk';
import { newId } from '@tallyhook/store';
import { listUploads } from '@tallyhook/store/runs';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from './file-bytes.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';

const folder = join(import.meta.dirname, '../../connectors/aws-s3');
const mebibyte = 1024 * 1024;

describe('Uploads signed with an access key, to an S3-compatible storage', () => {
  const released = compileConnector(folder).package!;
  const host = 's3.tests.example';
  let [world, worker]: [UploadWorld | undefined, TestWorker | undefined] = [undefined, undefined];
  let [http, routes, account]: [Http, string, Record<string, string>] = [undefined!, '', {}];

  before(() => {
    const { TALLYHOOK_TEST_FILES, TALLYHOOK_S3_ACCESS_KEY_ID, TALLYHOOK_S3_SECRET_ACCESS_KEY } = process.env;
    assert.ok(
      TALLYHOOK_TEST_FILES,
      'Set TALLYHOOK_TEST_FILES to a bucket, with its keys: this test writes to a real one.',
    );
    const url = new URL(TALLYHOOK_TEST_FILES);
    routes = `https://${host}=${url.searchParams.get('endpoint')}`;
    http = createHttp({ routes: parseRoutes(routes) });
    account = {
      ...{ bucket: url.host, host, region: 'us-east-1' },
      accessKeyId: TALLYHOOK_S3_ACCESS_KEY_ID!,
      secretAccessKey: TALLYHOOK_S3_SECRET_ACCESS_KEY!,
    };
  });
  after(() => http.close());
  afterEach(async () => {
    await worker?.stop();
    await world?.close();
    [world, worker] = [undefined, undefined];
  });

  const run = (action: string, input: object, values = account) =>
    runAction(released, action, { input, account: values, http }).then(
      ({ output }) => output as Record<string, unknown>,
    );

  async function upload(action: string, key: string, { sizeBytes = 3 * mebibyte + 1, values = account } = {}) {
    const names = (await readdir(folder, { recursive: true })).filter((name) =>
      /^(connector|actions\/.*)\.json$/.test(name),
    );
    const texts = await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
    );
    const connector = { id: 'aws-s3', files: new Map(texts), account: values, action, input: { key }, routes };
    world = await createUploadWorld({ sizeBytes, connector });
    worker = await runWorker(world, { uploadLimits: { pausesMs: [20, 40, 80] } });
    await world.start();
    return world.endOfRun();
  }

  /** A signed request about one object. */
  function ask(method: 'GET' | 'PUT', key: string, body?: Buffer) {
    const { bucket, region, accessKeyId, secretAccessKey } = account;
    return http.send({
      ...{ method, url: `https://${host}/${bucket}/${encodeURIComponent(key)}`, maxBytes: 64 * mebibyte },
      ...{ headers: { 'Content-Type': 'text/plain' }, ...(body && { body }) },
      signing: { service: 's3', region: region!, accessKeyId: accessKeyId!, secretAccessKey: secretAccessKey! },
    });
  }

  for (const [action, sizeBytes] of [
    ['upload-object', 3 * mebibyte + 1],
    ['upload-in-parts', 40 * mebibyte + 7],
    ['upload-in-parts', 0],
  ] as const)
    it(`${action} stores a file of ${sizeBytes} bytes, which can be listed, read and deleted`, async () => {
      const prefix = `signed ${newId()}/größe+`;
      const key = `${prefix}(1)/a.bin`;
      const { status, error, steps, upload: sent } = await upload(action, key, { sizeBytes });
      assert.deepEqual([status, error], ['completed', null]);
      const stored = await ask('GET', key);
      assert.equal(createHash('sha256').update(stored.body).digest('hex'), await digestOf(sizeBytes));
      const listed = (await run('list-objects', { prefix }))['objects'] as Record<string, string>[];
      assert.deepEqual(
        listed.map(({ Key, Size }) => [Key, Size]),
        [[key, String(sizeBytes)]],
      );
      assert.equal((await run('check-object', { key }))['size'], String(sizeBytes));
      await run('delete-object', { key });
      assert.deepEqual(await run('list-objects', { prefix }), { objects: [] });
      const kept = JSON.stringify([steps, sent, await listUploads(world!.store, steps[0]!.runId)]);
      assert.doesNotMatch(kept, new RegExp(`${account['secretAccessKey']}|AWS4-HMAC`));
    });

  it('reads a text back, and identifies the account', async () => {
    const key = `signed ${newId()}/a b.txt`;
    const text = 'Größe: 木';
    assert.equal((await ask('PUT', key, Buffer.from(text))).status, 200);
    assert.equal((await run('read-object', { key }))['content'], text);
    await run('delete-object', { key });
    await assert.rejects(run('read-object', { key }), { class: 'not_found' });
    assert.equal((await testAccount(released, { account, http }))?.status, 200);
  });

  it('refuses a wrong secret, in words and without the secret or the signature', async () => {
    const secretAccessKey = 'canary-secret-of-nobody';
    const wrong = { ...account, secretAccessKey };
    const fails = (error: unknown): boolean => {
      assert.ok(error instanceof ActionError);
      assert.equal(error.class, 'auth');
      assert.match(
        error.message,
        /\(The secret access key is wrong, or the host or region is not that of the bucket\.\)/,
      );
      assert.doesNotMatch(error.message + error.excerpt, /canary|[0-9a-f]{64}/);
      return true;
    };
    await assert.rejects(testAccount(released, { account: wrong, http }), fails);
    await assert.rejects(run('read-object', { key: 'a' }, wrong), fails);
    const { status, error } = await upload('upload-in-parts', 'a', { sizeBytes: 10, values: wrong });
    assert.deepEqual([status, error?.code], ['failed', 'auth']);
    assert.match(error?.message ?? '', /The secret access key is wrong/);
    await assert.rejects(
      run('list-objects', {}, { ...account, accessKeyId: 'NOBODY' }),
      /The access key does not exist/,
    );
  });
});
