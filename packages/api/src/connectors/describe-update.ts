import type { ConnectorPackage, ProblemDetail } from '@tallyhook/schemas';
import type { ConnectorUpdate } from '@tallyhook/schemas/api';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import { comparePackages, type Change } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { getReleasedPackage, versionFor, type UsedVersions } from '@tallyhook/store/connectors';
import { findMistakes } from '../workflows/check-definition.ts';
import { findConnectorUsers, type ConnectorUser, type ConnectorUses } from './connector-users.ts';
import { describeChange } from './describe-package.ts';

interface Update {
  workspaceId: string;
  connector: string;
  used: UsedVersions;
  to: string;
}

/**
 * What changing the version of a connector would change: what is different, and for each workflow that uses it, which
 * breaking changes concern it and what would be wrong with it.
 */
export async function describeUpdate(
  services: { store: Store; kinds: WorkflowKinds },
  { workspaceId, connector, used, to }: Update,
): Promise<ConnectorUpdate> {
  const packages = new Map<string, Promise<ConnectorPackage>>();
  const read = (version: string) => {
    const known = packages.get(version);
    if (known !== undefined) return known;
    const reading = getReleasedPackage(services.store, { workspaceId }, { connector, version });
    packages.set(version, reading);
    return reading;
  };
  const after = await read(to);
  const users = await findConnectorUsers(services, workspaceId, connector);
  const describeUser = async (user: ConnectorUser) => {
    const { workflowId, name, branch, settings, uses } = user;
    const version = versionFor(used, { branchId: branch.id, workflowId });
    const before = await read(version);
    return {
      ...{ workflowId, name, branch: branch.name, on: settings.on, version },
      changes: comparePackages(before, after)
        .changes.filter((change) => concerns(change, uses))
        .map(describeChange),
      mistakes: await newMistakes(services, user, { before, after }),
    };
  };
  return {
    ...{ connector, from: used.version, to },
    changes: comparePackages(await read(used.version), after).changes.map(describeChange),
    workflows: await Promise.all(users.map(describeUser)),
  };
}

/** Whether a change can break a workflow that uses these actions and webhooks. */
function concerns({ weight, file }: Change, { actions, webhooks }: ConnectorUses): boolean {
  if (weight !== 'breaking') return false;
  const [, kind, name = ''] = /^(action|webhook)s\/(.+)\.json$/.exec(file) ?? [];
  if (kind === 'action') return actions.has(name);
  return kind === undefined || webhooks.has(name) || webhooks.has('*');
}

/** The mistakes that a workflow has with the new version, and does not have with its own. */
async function newMistakes(
  services: { store: Store; kinds: WorkflowKinds },
  { branch, definition }: ConnectorUser,
  { before, after }: { before: ConnectorPackage; after: ConnectorPackage },
): Promise<{ pointer: string; detail: string }[]> {
  const find = (released: ConnectorPackage) => findMistakes(services, branch, definition, { instead: released });
  const [old, now] = await Promise.all([find(before), find(after)]);
  const keyOf = ({ pointer = '#', detail }: ProblemDetail) => JSON.stringify([pointer, detail]);
  const known = new Set(old.map(keyOf));
  return now.filter((mistake) => !known.has(keyOf(mistake))).map(({ pointer = '#', detail }) => ({ pointer, detail }));
}
