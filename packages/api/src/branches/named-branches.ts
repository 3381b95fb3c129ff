import type { BranchDetails } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { describeBranches } from '@tallyhook/store/commits';
import type { Caller } from '../caller.ts';
import { nameAuthors } from './name-values.ts';

/** The branches of the workspace, with the names of the people who made and changed them. */
export async function listNamedBranches(
  store: Store,
  { workspaceId, branch }: Pick<Caller, 'workspaceId' | 'branch'>,
): Promise<BranchDetails[]> {
  const branches = await describeBranches(store, workspaceId);
  const ids = branches.flatMap(({ createdBy, authors }) => [createdBy, ...authors.map(({ by }) => by)]);
  const names = await nameAuthors(store, branch, ids);
  const named = <Author extends { by: string }>(author: Author) =>
    Object.hasOwn(names, author.by) ? { ...author, name: names[author.by]! } : author;
  return branches.map(({ lastChange, authors, ...one }) => ({
    ...one,
    ...(Object.hasOwn(names, one.createdBy) && { createdByName: names[one.createdBy]! }),
    lastChange: lastChange && named(lastChange),
    authors: authors.map(named),
  }));
}
