import { addConnectorFolder } from '@tallyhook/store/connectors';
import { packageLimitBytes } from '../connectors/package-body.ts';
import { describeFolder } from '../folders/describe-folder.ts';
import { beginFolder } from '../folders/new-folder.ts';
import { checkFiles } from '../folders/save-folder.ts';
import { defineRoute } from '../route.ts';

export const postConnectorFolders = defineRoute({
  method: 'post',
  path: '/api/connector-folders',
  access: { person: 'manage' },
  summary: 'Begins a connector: from nothing, an OpenAPI document, a curl command, one that exists, or its files.',
  body: { json: 'NewConnectorFolder', limitBytes: packageLimitBytes },
  answer: 'ConnectorFolder',
  status: 201,
  problems: ['already_exists', 'invalid_connector', 'invalid_input', 'quota_reached'],
  async handler(request, deps) {
    const { workspaceId, by } = request.caller;
    const { connector, files, notes } = await beginFolder(deps, workspaceId, request.body);
    const { compiled, content } = await checkFiles(deps, connector, files);
    const folder = await addConnectorFolder(deps.store, { workspaceId, connector }, content, by);
    return { ...(await describeFolder(deps.store, workspaceId, { folder, compiled })), notes };
  },
});
