import { Problem } from '@tallyhook/schemas';
import { listLinkedAccounts } from '@tallyhook/store/accounts';
import {
  findInstallation,
  findUsedVersions,
  getReleasedPackage,
  listReleases,
  versionFor,
} from '@tallyhook/store/connectors';
import { listPeople } from '@tallyhook/store/people';
import { listSubscriptions } from '@tallyhook/store/workflows';
import { findConnectorUsers } from '../connectors/connector-users.ts';
import { describePackage, describeVersions } from '../connectors/describe-package.ts';
import { defineRoute } from '../route.ts';

/** Older versions are left out: their packages would have to be read as well. */
const maxVersions = 10;

export const getConnector = defineRoute({
  method: 'get',
  path: '/api/connectors/:connector',
  access: { person: 'read' },
  summary: 'Describes a connector: what it does and asks for, its versions, and what of the workspace uses it.',
  answer: 'ConnectorDetail',
  async handler(request, { store, kinds }) {
    const { workspaceId } = request.caller;
    const { connector } = request.params;
    const [all, installation, used] = await Promise.all([
      listReleases(store, { workspaceId }, connector),
      findInstallation(store, workspaceId, connector),
      findUsedVersions(store, workspaceId, connector),
    ]);
    const version = all[0]?.version ?? installation?.version;
    if (version === undefined)
      throw new Problem('not_found', `There is no connector "${connector}": GET /api/connectors lists them.`);
    // One more than shown: the oldest shown is compared with it.
    const releases = all.slice(0, maxVersions + 1);
    const read = (one: string) => getReleasedPackage(store, { workspaceId }, { connector, version: one });
    const packages = await Promise.all(releases.map((release) => read(release.version)));
    const users = installation === undefined ? [] : await findConnectorUsers({ store, kinds }, workspaceId, connector);
    const [accounts, subscriptions, people] = await Promise.all([
      listLinkedAccounts(store, workspaceId, connector),
      listSubscriptions(store, workspaceId),
      listPeople(store, installation === undefined ? [] : [installation.installedBy]),
    ]);
    return {
      ...describePackage(packages[0] ?? (await read(version))),
      isPublic: all[0]?.isPublic ?? false,
      installation: installation ?? null,
      installedByName: people[0]?.name ?? null,
      versions: describeVersions(releases, packages).slice(0, maxVersions),
      usedBy: users.map(({ workflowId, name, branch, settings: { on } }) => ({
        ...{ workflowId, name, branch: branch.name, on },
        version: versionFor(used!, { branchId: branch.id, workflowId }),
      })),
      accounts: accounts.length,
      subscriptions: subscriptions.filter((one) => one.connector === connector).length,
    };
  },
});
