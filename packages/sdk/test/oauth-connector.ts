/** A sound connector with OAuth 2 sign-in, pagination and subscriptions, which each test breaks in one place. */
export const oauthConnector: Readonly<Record<string, string>> = {
  'connector.json': `{
  "id": "shop",
  "name": "Shop",
  "version": "1.0.0",
  "hosts": ["api.example.com", "{{account.apiHost}}"],
  "signIn": {
    "kind": "oauth2",
    "grant": "authorizationCode",
    "scopes": ["read", "write"],
    "authorize": { "url": "https://{{account.shop}}.example.com/authorize", "parameters": { "prompt": "consent" } },
    "token": { "url": "https://login.example.com/token", "client": "basic", "parameters": { "region": "{{account.region}}" } },
    "refresh": { "parameters": { "scope": "{{scope}}", "was": "{{account.refreshToken}}" } },
    "keep": {
      "region": { "value": "{{redirect.region}}" },
      "apiHost": { "value": "{{response.body.api_domain}}", "hosts": ["*.example.com"] },
      "userToken": { "value": "{{response.body.user.token}}", "secret": true, "optional": true }
    },
    "then": [
      {
        "request": { "method": "GET", "url": "https://api.example.com/sites" },
        "choose": { "list": "response.body", "label": "{{item.name}}", "value": "{{item.id}}" },
        "keep": { "site": { "value": "{{item.id}}" }, "accessToken": { "value": "{{item.token}}" } }
      }
    ],
    "carry": { "in": "header", "name": "X-Access-Token", "value": "{{account.accessToken}}" },
    "expiredWhen": [{ "status": [403], "when": [{ "path": "response.body.error", "is": "expired" }] }]
  },
  "account": {
    "fields": [{ "name": "shop", "label": "Shop" }],
    "label": "{{account.shop}} {{account.site}}",
    "externalId": "{{account.site}}"
  },
  "request": { "baseUrl": "https://{{account.apiHost}}" },
  "errors": [{ "status": [403], "class": "rate_limit", "message": "{{response.body.message}}" }],
  "retry": { "status": [503], "attempts": 4, "wait": { "header": "x-wait", "as": "seconds" } },
  "rateLimit": { "limit": 40, "windowMs": 1000, "scope": "account", "remaining": "x-left" }
}
`,
  'actions/list-orders.json': `{
  "label": "List orders",
  "input": { "type": "object", "properties": { "status": { "type": "string" } } },
  "request": {
    "method": "GET",
    "path": "/{{account.site}}/orders",
    "query": { "status": "{{status}}", "after": "{{page.cursor}}" },
    "output": { "orders": "{{items}}", "count": "{{items.length}}", "total": "{{response.body.total}}" }
  },
  "pagination": {
    "kind": "cursor",
    "items": "response.body.data",
    "cursor": "{{last.id}}",
    "more": [{ "path": "response.body.has_more", "is": true }]
  },
  "errors": [{ "when": [{ "path": "response.body.code", "is": "gone" }], "class": "not_found" }],
  "annotations": { "readOnly": true }
}
`,
  'webhooks/orders.json': `{
  "label": "Orders",
  "event": "{{event.headers.x-topic}}",
  "deliveryId": "{{event.headers.x-id}}",
  "missingId": "refuse",
  "account": "{{event.body.site}}",
  "subscribe": {
    "input": { "type": "object", "properties": { "topic": { "type": "string" } }, "required": ["topic"] },
    "request": {
      "method": "POST",
      "path": "/hooks",
      "body": { "json": { "topic": "{{topic}}", "url": "{{hook.url}}", "secret": "{{hook.secret}}" } }
    },
    "keep": { "id": { "value": "{{response.body.id}}" } }
  },
  "unsubscribe": { "method": "DELETE", "path": "/hooks/{{subscription.id}}", "success": { "status": [204, 404] } }
}
`,
};
