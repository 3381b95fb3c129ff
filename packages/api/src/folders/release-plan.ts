import type { ConnectorPackage } from '@tallyhook/schemas';
import type { ReleasePlan } from '@tallyhook/schemas/api';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import { comparePackages, nextVersions, stepBetween } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import {
  findInstallingWorkspaces,
  findNewestRelease,
  findUsedVersions,
  getReleasedPackage,
  versionFor,
} from '@tallyhook/store/connectors';
import { findConnectorUsers } from '../connectors/connector-users.ts';
import { describeCompiled } from './describe-folder.ts';
import type { CompiledFolder } from './folder-jobs.ts';

/** What a release of a connector would change, and which workflows use it. */
export async function planRelease(
  services: { store: Store; kinds: WorkflowKinds },
  { workspaceId, connector, compiled }: { workspaceId: string; connector: string; compiled: CompiledFolder },
): Promise<ReleasePlan> {
  const { store } = services;
  const newest = await findNewestRelease(store, { workspaceId }, connector);
  const version = newest?.version;
  const before =
    version === undefined ? undefined : await getReleasedPackage(store, { workspaceId }, { connector, version });
  const { problems } = describeCompiled(compiled);
  const elsewhere = newest?.isPublic === true ? await findInstallingWorkspaces(store, connector) : [];
  return {
    latestVersion: version ?? null,
    nextVersions: nextVersions(version),
    ...differences(before, compiled.released),
    concerned: await listConcerned(services, workspaceId, connector),
    concernedElsewhere: elsewhere.filter((other) => other !== workspaceId).length,
    blocked: problems.filter(({ severity }) => severity === 'error'),
  };
}

function differences(
  before: ConnectorPackage | undefined,
  after: ConnectorPackage | null,
): Pick<ReleasePlan, 'changes' | 'neededStep' | 'neededVersion'> {
  if (before === undefined || after === null) return { changes: [], neededStep: null, neededVersion: null };
  const { changes, needed } = comparePackages(before, after);
  const neededStep = stepBetween(before.connector.version, needed);
  return {
    changes: changes.map(({ file, pointer, weight, message }) => ({
      ...{ kind: weight, isBreaking: weight === 'breaking', text: message, where: { file, pointer } },
    })),
    neededStep,
    neededVersion: neededStep && needed,
  };
}

async function listConcerned(
  services: { store: Store; kinds: WorkflowKinds },
  workspaceId: string,
  connector: string,
): Promise<ReleasePlan['concerned']> {
  const used = await findUsedVersions(services.store, workspaceId, connector);
  if (used === undefined) return [];
  const users = await findConnectorUsers(services, workspaceId, connector);
  return users.map(({ workflowId, name, branch, settings }) => ({
    ...{ workflowId, workflow: name, branch: branch.name, on: settings.on },
    // A workflow stays on its version when another one is installed.
    version: versionFor(used, { branchId: branch.id, workflowId }),
  }));
}
