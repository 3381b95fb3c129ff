import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongodb';
import type { CommitDocument } from '../commits/commits.ts';
import { branches, type Branch, type BranchDocument } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

type AppRow = NonNullable<BranchDocument['apps']>[number];

/** The part of a commit that says how the apps of the branch changed; empty if they did not. */
export type ChangedApps = Pick<CommitDocument, 'apps'>;

/**
 * Notes the apps that a merge brought, in its transaction: the version that was installed last counts, and an app whose
 * types are gone from both branches is forgotten.
 */
export async function mergeApps(
  store: Store,
  { into, from }: { into: Branch; from: Branch },
  session: ClientSession,
): Promise<ChangedApps> {
  const [target, source] = [await readApps(store, into, session), await readApps(store, from, session)];
  if (!target || !source) return {};
  const names = new Set([...target.apps, ...source.apps].map(({ app }) => app));
  const apps = [...names].flatMap((name) => {
    const [here, there] = [rowOf(target.apps, name), rowOf(source.apps, name)];
    if (!hasTypes(target, name) && (!here || !there)) return [];
    const later = here && there && there.installedAt > here.installedAt ? there : (here ?? there);
    return later ? [later] : [];
  });
  return putApps(store, into, { before: target.apps, after: apps }, session);
}

/**
 * Takes back how a merge changed the list of apps, in the transaction of its revert. An app that was installed again
 * since stays, and so does one whose types do.
 */
export async function revertApps(
  store: Store,
  branch: Branch,
  { apps: merged }: ChangedApps,
  session: ClientSession,
): Promise<ChangedApps> {
  const now = merged && (await readApps(store, branch, session));
  if (!now) return {};
  const names = new Set([...now.apps, ...merged.before].map(({ app }) => app));
  const after = [...names].flatMap((name) => {
    const [is, was, became] = [rowOf(now.apps, name), rowOf(merged.before, name), rowOf(merged.after, name)];
    const isSince = !isDeepStrictEqual(is, became);
    const kept = isSince || (was === undefined && hasTypes(now, name)) ? is : was;
    return kept ? [kept] : [];
  });
  return putApps(store, branch, { before: now.apps, after }, session);
}

async function readApps(
  store: Store,
  { workspaceId, id }: Branch,
  session: ClientSession,
): Promise<Required<Pick<BranchDocument, 'apps' | 'types'>> | null> {
  const projection = { apps: 1, types: 1 };
  const found = await branches(store, workspaceId).findOne({ _id: id }, { projection, session });
  return found && { apps: found.apps ?? [], types: found.types };
}

async function putApps(
  store: Store,
  { workspaceId, id }: Branch,
  apps: { before: AppRow[]; after: AppRow[] },
  session: ClientSession,
): Promise<ChangedApps> {
  if (isDeepStrictEqual(apps.before, apps.after)) return {};
  await branches(store, workspaceId).updateOne({ _id: id }, { $set: { apps: apps.after } }, { session });
  return { apps };
}

const rowOf = (apps: readonly AppRow[], name: string) => apps.find(({ app }) => app === name);

const hasTypes = ({ types }: Pick<BranchDocument, 'types'>, name: string) => types.some(({ app }) => app === name);
