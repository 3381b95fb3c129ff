import { getConnectorFolder } from '@tallyhook/store/connectors';
import { packageLimitBytes } from '../connectors/package-body.ts';
import { describeCompiled } from '../folders/describe-folder.ts';
import { readFiles } from '../folders/folder-files.ts';
import { defineRoute } from '../route.ts';

export const postConnectorFolderChecks = defineRoute({
  method: 'post',
  path: '/api/connector-folders/:id/checks',
  access: { person: 'manage' },
  summary: 'Checks files without saving them.',
  body: { json: 'FolderChecksPost', limitBytes: packageLimitBytes },
  answer: 'FolderChecks',
  problems: ['invalid_connector', 'invalid_input'],
  async handler(request, { store, folderWork }) {
    const { workspaceId } = request.caller;
    await getConnectorFolder(store, { workspaceId, connector: request.params.id });
    return describeCompiled(await folderWork.run({ kind: 'compile', files: readFiles(request.body.files) }));
  },
});
