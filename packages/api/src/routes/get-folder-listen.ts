import { getConnectorFolder, getListen } from '@tallyhook/store/connectors';
import { defineRoute } from '../route.ts';

export const getFolderListen = defineRoute({
  method: 'get',
  path: '/api/connector-folders/:id/listens/:listenId',
  access: { person: 'manage' },
  summary: 'The delivery that arrived at a listen, without credentials, as the webhook reads it now.',
  answer: 'FolderListen',
  problems: ['invalid_connector'],
  async handler(request, { store, folderWork, now }) {
    const { workspaceId } = request.caller;
    const { id: connector, listenId: id } = request.params;
    const { files } = await getConnectorFolder(store, { workspaceId, connector });
    const { listen, heard } = await getListen(store, { workspaceId, connector, id });
    const { webhook, isVerified, expiresAt } = listen;
    const isOpen = Date.parse(expiresAt) > now().getTime();
    if (heard === undefined) return { state: isOpen ? 'waiting' : 'ended', isVerified, expiresAt };
    const { shown, fixture, fixtureProblem } = await folderWork.run({ kind: 'read', files, webhook, delivery: heard });
    return {
      // Another may come in place of one that the webhook cannot read.
      state: shown.read === null && isOpen ? 'waiting' : 'received',
      ...{ isVerified, expiresAt, delivery: shown },
      ...(fixture && { fixture }),
      ...(fixtureProblem !== undefined && { fixtureProblem }),
    };
  },
});
