import type { ClientSession } from 'mongodb';
import { branches, type Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/**
 * Notes the apps that a merge brought, in its transaction: the version that was installed last counts, and an app whose
 * types are gone from both branches is forgotten.
 */
export async function mergeApps(
  store: Store,
  { into, from }: { into: Branch; from: Branch },
  session: ClientSession,
): Promise<void> {
  const documents = branches(store, into.workspaceId);
  const [target, source] = await Promise.all(
    [into, from].map(({ id }) => documents.findOne({ _id: id }, { projection: { apps: 1, types: 1 }, session })),
  );
  if (!target || !source) return;
  const names = new Set([...(target.apps ?? []), ...(source.apps ?? [])].map(({ app }) => app));
  const apps = [...names].flatMap((name) => {
    const [here, there] = [target, source].map(({ apps: of = [] }) => of.find(({ app }) => app === name));
    const hasTypes = target.types.some(({ app }) => app === name);
    if (!hasTypes && (!here || !there)) return [];
    const later = here && there && there.installedAt > here.installedAt ? there : (here ?? there);
    return later ? [later] : [];
  });
  await documents.updateOne({ _id: into.id }, { $set: { apps } }, { session });
}
