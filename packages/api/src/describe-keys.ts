import type { Store } from '@tallyhook/store';
import type { ApiKey } from '@tallyhook/store/keys';
import { listPeople } from '@tallyhook/store/people';

/** Adds the name of the person who made each key; null if that person is gone. */
export async function describeKeys(
  store: Store,
  keys: readonly ApiKey[],
): Promise<(ApiKey & { maker: string | null })[]> {
  const makers = await listPeople(store, [...new Set(keys.map(({ createdBy }) => createdBy))]);
  const names = new Map(makers.map(({ id, name }) => [id, name]));
  return keys.map((key) => ({ ...key, maker: names.get(key.createdBy) ?? null }));
}
