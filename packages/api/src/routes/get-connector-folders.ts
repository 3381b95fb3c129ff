import { listConnectorFolders, listReleases } from '@tallyhook/store/connectors';
import { defineRoute } from '../route.ts';

export const getConnectorFolders = defineRoute({
  method: 'get',
  path: '/api/connector-folders',
  access: { person: 'manage' },
  summary: 'Lists the connectors in the making, the last changed first.',
  answer: 'ConnectorFolderList',
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    const [folders, releases] = await Promise.all([
      listConnectorFolders(store, workspaceId),
      listReleases(store, { workspaceId }),
    ]);
    return {
      workspaceId,
      folders: folders.map(({ connector: id, ...folder }) => ({
        ...{ id, ...folder },
        // The newest version comes first.
        latestVersion: releases.find(({ connector }) => connector === id)?.version ?? null,
      })),
    };
  },
});
