import { removeConnector } from '../connectors/remove-connector.ts';
import { defineRoute } from '../route.ts';

export const deleteInstalledConnector = defineRoute({
  method: 'delete',
  path: '/api/installed-connectors/:connector',
  access: { person: 'manage' },
  summary:
    'Removes a connector: its workflows are turned off, its subscriptions end, its accounts are unlinked, and their tokens revoked if the connector says how.',
  answer: 'RemovedConnector',
  handler: (request, deps) => removeConnector(deps, request.caller, request.params.connector),
});
