import { removeConnectorFolder } from '@tallyhook/store/connectors';
import { defineRoute } from '../route.ts';

export const deleteConnectorFolder = defineRoute({
  method: 'delete',
  path: '/api/connector-folders/:id',
  access: { person: 'manage' },
  summary: 'Removes the files of a connector in the making; its releases stay.',
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    await removeConnectorFolder(store, { workspaceId, connector: request.params.id });
  },
});
