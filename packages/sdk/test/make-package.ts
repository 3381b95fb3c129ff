import type { ConnectorAction, ConnectorPackage, ConnectorWebhook, Request } from '@tallyhook/schemas';
import { digest } from '../src/compile/canonical-json.ts';

/** A package with an action `call` that accepts any input of the tests. */
export function makePackage({
  request = { method: 'GET', path: '/' },
  action = {},
  connector = {},
  webhook,
}: {
  request?: Request;
  action?: Partial<ConnectorAction>;
  connector?: Partial<ConnectorPackage['connector']>;
  webhook?: Partial<ConnectorWebhook>;
}): ConnectorPackage {
  const inputs = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, {}]));
  const content = {
    format: 1 as const,
    connector: {
      id: 'tracker',
      name: 'Tracker',
      version: '1.0.0',
      hosts: ['api.example.com', '{{account.shop}}.example.com'],
      signIn: { kind: 'bearer' as const, token: '{{account.token}}' },
      account: {
        fields: [
          { name: 'shop', label: 'Shop', optional: true },
          { name: 'token', label: 'Token', secret: true },
        ],
        label: '{{account.shop}}',
        externalId: '{{account.shop}}',
      },
      request: { baseUrl: 'https://api.example.com/v1/' },
      ...connector,
    },
    actions: { call: { label: 'Call', input: { type: 'object' as const, properties: inputs }, request, ...action } },
    webhooks: (webhook === undefined ? {} : { events: { ...simpleWebhook, ...webhook } }) as Record<
      string,
      ConnectorWebhook
    >,
  };
  return { ...content, sha256: digest(content) };
}

const simpleWebhook: ConnectorWebhook = {
  label: 'Events',
  event: '{{event.body.type}}',
  deliveryId: '{{event.body.id}}',
  missingId: 'run',
  account: '{{event.body.account}}',
};

export const account = { shop: 'fern', token: 'canary-4711-"secret"' };
