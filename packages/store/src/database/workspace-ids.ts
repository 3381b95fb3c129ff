import type { Store } from './store.ts';

/** The ids of all workspaces, derived from the names of their databases. */
export async function workspaceIds(store: Store): Promise<string[]> {
  const prefix = `${store.system.databaseName}_`;
  const { databases } = await store.client.db('admin').admin().listDatabases({ nameOnly: true });
  return databases
    .filter(({ name }) => name.startsWith(prefix) && /^[0-9a-f]{24}$/.test(name.slice(prefix.length)))
    .map(({ name }) => name.slice(prefix.length));
}
