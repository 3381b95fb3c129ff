import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import { installApp, workApp } from '../src/apps/index.ts';
import { createMainBranch, type Branch } from '../src/branches/index.ts';
import { newId, openStore, type Store } from '../src/index.ts';

/** The connection string of the MongoDB server for the tests. */
export function testUri(): string {
  const uri = process.env.MONGODB_URI;
  assert.ok(uri, 'Set MONGODB_URI to a MongoDB replica set: these tests write to a real one.');
  return uri;
}

/** Opens a store with separate databases. */
export async function openTestStore(): Promise<Store> {
  return openStore({ uri: testUri(), databasePrefix: `test_${randomBytes(6).toString('hex')}` });
}

/** Drops every database of a test store and closes it. */
export async function dropTestStore(store: Store): Promise<void> {
  const prefix = store.system.databaseName;
  const { databases } = await store.client.db('admin').admin().listDatabases({ nameOnly: true });
  const own = databases.filter(({ name }) => name.startsWith(prefix));
  await Promise.all(own.map(({ name }) => store.client.db(name).dropDatabase()));
  await store.close();
}

/** The Work app without reports and dashboards, so that a branch with it has no records yet. */
const workTypes = { ...workApp, reports: [], dashboards: [] };

/** Creates a workspace whose main branch has the types of the Work app. */
export async function workBranch(store: Store): Promise<Branch> {
  const branch = await createMainBranch(store, newId(), { by: 'tester', timezone: 'America/New_York' });
  return installApp(store, branch, workTypes, 'tester');
}

/** The names of the collections that hold the definitions of types; each branch has one. */
export async function collectionsOfTypes(store: Store, workspaceId: string): Promise<Set<string>> {
  const db = store.workspaceDb(workspaceId);
  const deleted = await db
    .collection<{ _id: string; entries: { type: string }[] }>('deleted_branches')
    .find()
    .toArray();
  const entries = [...(await db.collection('collections').find().toArray()), ...deleted.flatMap((one) => one.entries)];
  const ofTypes = entries.filter(({ type }) => type === '(type)') as { collection?: string }[];
  return new Set(ofTypes.map(({ collection }) => String(collection)));
}

/** Matches a Problem with this code, for `assert.rejects`. */
export const refusal = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

/** The Problem that an action rejects with. */
export async function problemOf(action: Promise<unknown>): Promise<Problem> {
  const outcome = await action.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof Problem, `expected a Problem, got ${String(outcome)}`);
  return outcome;
}

/** The URL of a source file in quotes, for programs that tests run in a separate process. */
export const sourceOf = (path: string): string => JSON.stringify(new URL(`../src/${path}`, import.meta.url).href);
