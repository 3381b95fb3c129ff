import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { parseFileSettings } from '../src/files/index.ts';
import { openStore, type Store } from '../src/index.ts';
import { testUri } from './test-store.ts';

/** A storage of files that the same tests run against. */
export interface TestedStorage {
  name: string;
  /** Opens a store with its own databases that keeps new files there. */
  open(): Promise<Store>;
  /** How many things of a workspace's files are stored: what is complete, unfinished or left over. */
  count(store: Store, workspaceId: string): Promise<number>;
}

/** The environment of a store whose files go to the bucket of the tests, below their own prefix. */
export function s3Environment(prefix: string): Record<string, string | undefined> {
  const { TALLYHOOK_TEST_FILES: text, ...others } = process.env;
  assert.ok(text, 'Set TALLYHOOK_TEST_FILES to a bucket, with its keys: these tests write to a real one.');
  const url = new URL(text);
  url.pathname = `/${prefix}`;
  return { ...others, TALLYHOOK_FILES: url.href };
}

/** A client for the bucket of the tests, which it creates if necessary. */
export async function openBucket(): Promise<{ client: S3Client; bucket: string }> {
  const [settings] = parseFileSettings(s3Environment('')).buckets;
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = settings!;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ region, credentials, ...(endpoint && { endpoint, forcePathStyle: true }) });
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    if (!/^BucketAlready/.test(error.name)) throw error;
  });
  return { client, bucket };
}

/** The environment of each open store, for another process that uses the same one. */
export const environments = new WeakMap<Store, Record<string, string | undefined>>();

async function open(environment: Record<string, string | undefined>, databasePrefix: string): Promise<Store> {
  const store = await openStore({ uri: testUri(), databasePrefix, files: parseFileSettings(environment) });
  environments.set(store, environment);
  return store;
}

async function countRows(store: Store, workspaceId: string): Promise<number> {
  const database = store.workspaceDb(workspaceId);
  const names = ['fs.files', 'fs.chunks', 'unfinished'];
  const counts = names.map((name) => database.collection(name).countDocuments({ swept: { $ne: true } }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

const newPrefix = () => `test_${randomBytes(6).toString('hex')}`;

export const storages: readonly TestedStorage[] = [
  {
    name: 'GridFS',
    open: () => open({ ...process.env, TALLYHOOK_FILES: '' }, newPrefix()),
    count: countRows,
  },
  {
    name: 'an S3-compatible store',
    async open() {
      (await openBucket()).client.destroy();
      const prefix = newPrefix();
      return open(s3Environment(prefix), prefix);
    },
    async count(store, workspaceId) {
      const { client, bucket } = await openBucket();
      const at = { Bucket: bucket, Prefix: `${store.system.databaseName}/${workspaceId}/` };
      const { KeyCount = 0 } = await client.send(new ListObjectsV2Command(at));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(at));
      client.destroy();
      return KeyCount + Uploads.length + (await countRows(store, workspaceId));
    },
  },
];
