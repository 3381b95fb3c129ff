import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Read, ReadDocument, ReadResult, ReadResults } from '../src/plan/read.ts';
import { MongoClient, ObjectId, type Db, type Document } from 'mongodb';

/** A separate test database on the MongoDB of the environment. */
export interface TestDatabase {
  db: Db;
  read(reads: Read[]): Promise<ReadResults>;
  drop(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const uri = process.env.MONGODB_URI;
  assert.ok(uri, 'MONGODB_URI is missing: set it to the address of a MongoDB, or run `npm test` at the root.');
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  await client.connect();
  const db = client.db(`test_query_${randomBytes(6).toString('hex')}`);
  return {
    db,
    read: (reads) => readAll(db, reads),
    drop: async () => {
      await db.dropDatabase();
      await client.close();
    },
  };
}

/** Runs reads as given, concurrently. */
export async function readAll(db: Db, reads: Read[]): Promise<ReadResults> {
  const results = await Promise.all(reads.map(async (read) => [read.id, await readOne(db, read)] as const));
  return Object.fromEntries(results);
}

async function readOne(db: Db, { collection, ...read }: Read): Promise<ReadResult> {
  const { hint } = read;
  switch (read.kind) {
    case 'aggregate': {
      if (collection === null) return { kind: 'aggregate', rows: [] };
      const stages = revive(read.pipeline) as Document[];
      const rows = await db.collection(collection).aggregate(stages, { hint }).toArray();
      return { kind: 'aggregate', rows: plain(rows) as ReadDocument[] };
    }
    case 'count': {
      if (collection === null) return { kind: 'count', count: 0 };
      const query = revive(read.match) as Document;
      const { n } = await db.command({ count: collection, query, ...(hint && { hint }) });
      return { kind: 'count', count: n as number };
    }
    case 'distinct': {
      if (collection === null) return { kind: 'distinct', values: [] };
      const values = await db.collection(collection).distinct(read.field, revive(read.match) as Document);
      return { kind: 'distinct', values: plain(values) as unknown[] };
    }
  }
}

/** `{ $oid: hex }` as an ObjectId. */
export function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if ('$oid' in value) return new ObjectId(value.$oid as string);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]));
}

/** Each ObjectId as its 24 hex digits. */
export function plain(value: unknown): unknown {
  if (value instanceof ObjectId) return value.toHexString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
