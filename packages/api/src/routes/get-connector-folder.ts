import { getConnectorFolder } from '@tallyhook/store/connectors';
import { describeFolder } from '../folders/describe-folder.ts';
import { defineRoute } from '../route.ts';

export const getConnectorFolderRoute = defineRoute({
  method: 'get',
  path: '/api/connector-folders/:id',
  access: { person: 'manage' },
  summary: 'The files of a connector in the making, and their mistakes as `tallyhook validate` shows them.',
  answer: 'ConnectorFolder',
  problems: ['invalid_connector'],
  async handler(request, { store, folderWork }) {
    const { workspaceId } = request.caller;
    const folder = await getConnectorFolder(store, { workspaceId, connector: request.params.id });
    const compiled = await folderWork.run({ kind: 'compile', files: folder.files });
    return describeFolder(store, workspaceId, { folder, compiled });
  },
});
