/** A sound connector that each test breaks in one place. */
export const soundConnector: Readonly<Record<string, string>> = {
  'connector.json': `{
  "id": "tracker",
  "name": "Tracker",
  "version": "1.0.0",
  "hosts": ["api.example.com", "{{account.shop}}.example.com"],
  "signIn": { "kind": "bearer", "token": "{{account.token}}" },
  "account": {
    "fields": [
      { "name": "shop", "label": "Shop" },
      { "name": "token", "label": "Token", "secret": true }
    ],
    "label": "{{account.shop}}",
    "externalId": "{{test.body.id}}"
  },
  "request": { "baseUrl": "https://api.example.com/v1", "headers": { "Accept": "application/json" } },
  "test": { "method": "GET", "path": "/me" }
}
`,
  'actions/create-issue.json': `{
  "label": "Create an issue",
  "input": {
    "type": "object",
    "properties": {
      "project": { "type": "string" },
      "title": { "type": "string" },
      "labels": { "type": "array", "items": { "type": "string" } }
    },
    "required": ["project", "title"]
  },
  "request": {
    "method": "POST",
    "path": "/projects/{{project|url}}/issues",
    "query": { "notify": true },
    "headers": { "X-Shop": "{{account.shop}}" },
    "body": { "json": { "title": "{{title}}", "labels": "{{labels}}" } },
    "success": { "unless": [{ "path": "response.body.ok", "is": false }] },
    "output": { "id": "{{response.body.id}}" }
  }
}
`,
  'webhooks/events.json': `{
  "label": "Events",
  "handshake": [
    {
      "when": [{ "path": "event.body.type", "is": "challenge" }], "signs": [{ "path": "event.body.token", "characters": "base64url", "minLength": 8, "maxLength": 64 }],
      "answer": { "text": "{{event.body.token|hmac_sha256 account.token}}" }
    }
  ],
  "ignore": [{ "when": [{ "path": "event.headers.x-event", "is": "ping" }], "reason": "a ping" }],
  "split": "event.body.entries",
  "event": "{{event.item.kind}}",
  "deliveryId": ["{{event.item.id}}", "{{event.headers.x-delivery}}-{{event.item|json}}"],
  "missingId": "refuse",
  "account": "{{event.body.shop}}"
}
`,
};
