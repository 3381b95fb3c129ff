import { getConnectorFolder } from '@tallyhook/store/connectors';
import { openTriedAccount } from '../folders/tried-account.ts';
import { tryFolderAction } from '../folders/try-folder-action.ts';
import { mistakesOf } from '../folders/save-folder.ts';
import { Problem } from '@tallyhook/schemas';
import { defineRoute } from '../route.ts';

export const postFolderTries = defineRoute({
  method: 'post',
  path: '/api/connector-folders/:id/tries',
  access: { person: 'manage' },
  summary:
    'Runs an action of a connector in the making once, at its service, and shows its requests without credentials.',
  body: { json: 'FolderTryPost', limitBytes: 1_000_000 },
  answer: 'FolderTry',
  problems: ['invalid_connector', 'invalid_account', 'invalid_input'],
  async handler(request, deps) {
    const { workspaceId, personId, by } = request.caller;
    const { account: accountId } = request.body;
    const connector = request.params.id;
    const { files } = await getConnectorFolder(deps.store, { workspaceId, connector });
    const { released, problems } = await deps.folderWork.run({ kind: 'compile', files });
    if (released === null) {
      const errors = mistakesOf(problems.filter(({ severity }) => severity === 'error'));
      throw new Problem('invalid_connector', 'Nothing was sent: correct the mistakes first.', { errors });
    }
    const account = await openTriedAccount(deps, { workspaceId, personId, released, accountId });
    const connectorText = files.find(({ path }) => path === 'connector.json')!.text;
    return tryFolderAction(deps, { workspaceId, by }, { released, connectorText, account }, request.body);
  },
});
