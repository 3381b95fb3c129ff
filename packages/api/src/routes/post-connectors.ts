import { installConnector } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Installs a connector of the marketplace in the workspace, or moves it to another version. */
export const postConnectors = defineRoute({
  method: 'post',
  path: '/api/connectors',
  needs: 'manage',
  only: 'session',
  body: {
    schema: {
      type: 'object',
      properties: {
        id: { type: 'string', minLength: 1, maxLength: 64 },
        version: { type: 'string', minLength: 1, maxLength: 60 },
      },
      required: ['id'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store }) {
    const { id: connector, version } = request.body as { id: string; version?: string };
    const { workspaceId, by } = request.caller;
    response.status(201).json(await installConnector(store, workspaceId, { connector, version }, by));
  },
});
