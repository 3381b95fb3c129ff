import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { compareVersions, findUsedVersions, versionFor } from '@tallyhook/store/connectors';
import { listSubscribers, type Subscription } from '@tallyhook/store/workflows';

/**
 * The version of a connector that makes a subscription: the installed one, unless every workflow that needs it stays on
 * an older one.
 * @throws Problem `not_found` if the connector is not installed.
 */
export async function wantedVersion(
  store: Store,
  { id, workspaceId, connector }: Pick<Subscription, 'id' | 'workspaceId' | 'connector'>,
): Promise<string> {
  const used = await findUsedVersions(store, workspaceId, connector);
  if (used === undefined)
    throw new Problem('not_found', `The connector "${connector}" is not installed in this workspace.`);
  const subscribers = (await listSubscribers(store, workspaceId)).get(id) ?? [];
  const versions = subscribers.map((workflow) => versionFor(used, workflow));
  if (versions.includes(used.version)) return used.version;
  return versions.toSorted(compareVersions).at(-1) ?? used.version;
}
