import { people } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { readLabels } from '@tallyhook/store/questions';

/** Values of a part of a record. */
interface NamedPart {
  part: string;
  before?: unknown;
  after?: unknown;
  base?: unknown;
  into?: unknown;
  from?: unknown;
}

/** The names of the records and people that values refer to, by id, as the branch knows them. */
export async function nameValues(
  store: Store,
  branch: Branch,
  changed: readonly { type: string; parts: readonly NamedPart[] }[],
): Promise<Record<string, string>> {
  const wanted = new Map<string, Set<string>>();
  for (const { type, parts } of changed) {
    const fields = branch.types.find(({ name }) => name === type)?.fields ?? [];
    for (const { part, ...values } of parts) {
      const { kind, target } = fields.find(({ name }) => name === part) ?? {};
      const of = kind === 'person' ? people : kind === 'relation' ? target : undefined;
      if (of === undefined || (of !== people && !branch.types.some(({ name }) => name === of))) continue;
      const ids = Object.values(values)
        .flat()
        .filter((id): id is string => typeof id === 'string');
      wanted.set(of, new Set([...(wanted.get(of) ?? []), ...ids]));
    }
  }
  const asked = Object.fromEntries([...wanted].map(([type, ids]) => [type, [...ids]]));
  return Object.assign({}, ...Object.values(await readLabels(store, branch, asked))) as Record<string, string>;
}

/** The names of the people and API keys behind ids. */
export async function nameAuthors(
  store: Store,
  branch: Branch,
  ids: readonly string[],
): Promise<Record<string, string>> {
  return (await readLabels(store, branch, { [people]: [...new Set(ids)] }))[people] ?? {};
}
