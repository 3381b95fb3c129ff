import type { ShareLink as ShareLinkRow } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { listBranches, openBranch } from '@tallyhook/store/branches';
import { listDefinitions } from '@tallyhook/store/definitions';
import { listPeople } from '@tallyhook/store/people';
import type { ShareLink } from '@tallyhook/store/shares';
import type { Readable } from '../readable.ts';

/** Adds the names of what links show, of their branches and their makers; null for what is gone. */
export async function describeShares(store: Store, links: readonly ShareLink[]): Promise<Readable<ShareLinkRow>[]> {
  const [first] = links;
  if (first === undefined) return [];
  const makers = await listPeople(store, [...new Set(links.map(({ createdBy }) => createdBy))]);
  const people = new Map(makers.map(({ id, name }) => [id, name]));
  const all = await listBranches(store, first.workspaceId);
  const branches = all.filter(({ id }) => links.some(({ branchId }) => branchId === id));
  const names = new Map<string, string>();
  for (const { id: branchId, name } of branches) {
    const branch = await openBranch(store, first.workspaceId, name);
    for (const kind of ['dashboard', 'report'] as const) {
      if (!links.some((link) => link.branchId === branchId && link.kind === kind)) continue;
      for (const one of await listDefinitions(store, branch, kind)) names.set(`${branchId} ${one.id}`, one.name);
    }
  }
  return links.map(({ id, kind, target, branchId, createdAt, createdBy, lastUsedAt, expiresAt }) => ({
    ...{ id, kind, target, createdAt, createdBy, lastUsedAt, expiresAt },
    name: names.get(`${branchId} ${target}`) ?? null,
    branch: branches.find((branch) => branch.id === branchId)?.name ?? null,
    maker: people.get(createdBy) ?? null,
  }));
}
