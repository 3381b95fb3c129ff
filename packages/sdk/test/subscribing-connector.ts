import { oauthConnector } from './oauth-connector.ts';

/** The OAuth 2 connector with subscription fixtures, which each test breaks in one place. */
export const subscribingConnector: Readonly<Record<string, string>> = {
  ...oauthConnector,
  'webhooks/orders.json': oauthConnector['webhooks/orders.json']!.replace(
    '"keep": { "id": { "value": "{{response.body.id}}" } }',
    '"keep": { "id": { "value": "{{response.body.id}}" }, ' +
      '"key": { "value": "{{response.body.key}}", "secret": true, "optional": true } }',
  ),
  'fixtures/list-orders.json': `{
  "kind": "action",
  "action": "list-orders",
  "input": {},
  "account": { "apiHost": "eu.example.com", "site": "7", "accessToken": "test-access" },
  "exchanges": [
    {
      "request": { "method": "GET", "url": "https://eu.example.com/7/orders" },
      "response": { "status": 200, "body": { "data": [], "has_more": false, "total": 0 } }
    }
  ],
  "expect": { "output": { "orders": [], "count": 0, "total": 0 } }
}
`,
  'fixtures/order.json': `{
  "kind": "webhook",
  "webhook": "orders",
  "delivery": { "headers": { "x-topic": "order", "x-id": "a" }, "body": { "site": 7 } },
  "expect": { "kind": "events", "events": [{ "event": "order", "deliveryId": "a", "externalId": "7" }] }
}
`,
  'fixtures/subscribe.json': `{
  "kind": "subscribe",
  "webhook": "orders",
  "input": { "topic": "order.made" },
  "account": { "apiHost": "eu.example.com", "accessToken": "test-access" },
  "client": { "id": "test-client", "secret": "test-client-secret" },
  "hook": { "url": "https://tallyhook.example.com/hooks/shop?webhook=orders", "secret": "test-hook-secret" },
  "exchanges": [
    {
      "request": {
        "method": "POST",
        "url": "https://eu.example.com/hooks",
        "headers": { "x-access-token": "test-access" },
        "body": {
          "topic": "order.made",
          "url": "https://tallyhook.example.com/hooks/shop?webhook=orders",
          "secret": "test-hook-secret"
        }
      },
      "response": { "status": 201, "body": { "id": 42, "key": "test-key" } }
    }
  ],
  "expect": { "subscription": { "id": "42", "key": "test-key" } }
}
`,
  'fixtures/unsubscribe.json': `{
  "kind": "unsubscribe",
  "webhook": "orders",
  "subscription": { "id": "42", "key": "test-key" },
  "account": { "apiHost": "eu.example.com", "accessToken": "test-access" },
  "exchanges": [
    {
      "request": { "method": "DELETE", "url": "https://eu.example.com/hooks/42" },
      "response": { "status": 503 }
    }
  ],
  "expect": { "error": "transient", "message": "answered 503" }
}
`,
};
