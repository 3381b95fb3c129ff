import { listConnectors } from '../connectors/list-connectors.ts';
import { defineRoute } from '../route.ts';

export const getConnectors = defineRoute({
  method: 'get',
  path: '/api/connectors',
  access: 'read',
  summary: 'Lists the marketplace and the connectors that the workspace has installed.',
  answer: 'ConnectorList',
  handler: (request, { store }) => listConnectors(store, request.caller.workspaceId),
});
