import { type Connector, type ConnectorAction, type ConnectorWebhook, Problem } from '@tallyhook/schemas';
import { compileConnector, type ConnectorPackage } from '@tallyhook/sdk';

/**
 * Template of a new action.
 * @throws Problem `invalid_input` if the connector has no host to call
 */
export function newAction(name: string, { request, hosts, id }: Connector): ConnectorAction {
  if (request?.baseUrl === undefined && hosts[0] === undefined) {
    const advice = 'Add one to hosts in connector.json, and set request.baseUrl, such as https://api.example.com.';
    throw new Problem('invalid_input', `The connector "${id}" has no host yet. ${advice}`);
  }
  const address = request?.baseUrl === undefined ? { url: `https://${hosts[0]}/${name}` } : { path: `/${name}` };
  return {
    label: labelOf(name),
    description: 'Describe what it does and when to use it.',
    input: { type: 'object', properties: { id: { type: 'string', title: 'Id' } }, required: ['id'] },
    request: { method: 'GET', ...address, query: { id: '{{id}}' } },
  };
}

/** Template of a new webhook. */
export function newWebhook(name: string): ConnectorWebhook {
  return {
    label: labelOf(name),
    description: 'Describe where to enter the address of this connector at the service.',
    event: '{{event.body.type}}',
    deliveryId: '{{event.body.id}}',
    missingId: 'refuse',
    account: '{{event.body.account}}',
  };
}

/** `create-contact` → `Create contact` */
function labelOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

/**
 * Adds a part to a connector.
 * @throws Problem `invalid_connector` if the part does not fit
 */
export function withPart(
  before: ConnectorPackage,
  part: Partial<Pick<ConnectorPackage, 'actions' | 'webhooks'>>,
): ConnectorPackage {
  const after = { ...before, ...part };
  const texts = new Map([['connector.json', JSON.stringify(after.connector)]]);
  for (const [name, action] of Object.entries(after.actions)) texts.set(`actions/${name}.json`, JSON.stringify(action));
  for (const [name, webhook] of Object.entries(after.webhooks))
    texts.set(`webhooks/${name}.json`, JSON.stringify(webhook));
  const { package: compiled, problems } = compileConnector(texts);
  if (compiled !== undefined) return compiled;
  const { file, message, hint } = problems[0]!;
  const advice = hint === undefined ? '' : `; ${hint}`;
  throw new Problem('invalid_connector', `The new part does not fit: ${file}: ${message}${advice}.`);
}
