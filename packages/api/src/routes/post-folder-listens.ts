import { nearest, Problem } from '@tallyhook/schemas';
import { getConnectorFolder, openListen, type FolderFile } from '@tallyhook/store/connectors';
import { defineRoute } from '../route.ts';

export const postFolderListens = defineRoute({
  method: 'post',
  path: '/api/connector-folders/:id/listens',
  access: { person: 'manage' },
  summary: 'Opens an address that takes one delivery for a webhook of a connector in the making, and starts nothing.',
  body: 'FolderListenPost',
  answer: 'NewFolderListen',
  status: 201,
  problems: ['invalid_input'],
  async handler(request, { store, baseUrl, now }) {
    const { workspaceId } = request.caller;
    const { webhook } = request.body;
    const connector = request.params.id;
    const { files } = await getConnectorFolder(store, { workspaceId, connector });
    refuseUnknown(files, webhook);
    const { listen, key } = await openListen(store, { workspaceId, connector, webhook }, now());
    return { id: listen.id, address: `${baseUrl}/listen/${key}`, expiresAt: listen.expiresAt };
  },
});

function refuseUnknown(files: readonly FolderFile[], webhook: string): void {
  const known = files.flatMap(({ path }) => /^webhooks\/(.*)\.json$/.exec(path)?.slice(1) ?? []);
  if (known.includes(webhook)) return;
  const near = nearest(webhook, known);
  const advice = near === undefined ? '' : ` Did you mean "${near}"?`;
  throw new Problem('invalid_input', `The connector has no file webhooks/${webhook}.json.${advice}`, {
    errors: [{ pointer: '#/webhook', code: 'unknown_name', detail: 'There is no such webhook.' }],
  });
}
