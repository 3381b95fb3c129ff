import { getConnectorFolder, saveConnectorFolder } from '@tallyhook/store/connectors';
import { packageLimitBytes } from '../connectors/package-body.ts';
import { describeFolder } from '../folders/describe-folder.ts';
import { readFiles } from '../folders/folder-files.ts';
import { checkFiles } from '../folders/save-folder.ts';
import { defineRoute } from '../route.ts';

export const putConnectorFolder = defineRoute({
  method: 'put',
  path: '/api/connector-folders/:id',
  access: { person: 'manage' },
  summary: 'Replaces all files of a connector in the making; they may have mistakes, but no credentials.',
  body: { json: 'ConnectorFolderPut', limitBytes: packageLimitBytes },
  answer: 'ConnectorFolder',
  problems: ['revision_conflict', 'invalid_connector', 'invalid_input'],
  async handler(request, deps) {
    const { workspaceId, by } = request.caller;
    const { revision, files } = request.body;
    const place = { workspaceId, connector: request.params.id };
    await getConnectorFolder(deps.store, place);
    const { compiled, content } = await checkFiles(deps, place.connector, readFiles(files));
    const folder = await saveConnectorFolder(deps.store, place, { revision, ...content }, by);
    return describeFolder(deps.store, workspaceId, { folder, compiled });
  },
});
