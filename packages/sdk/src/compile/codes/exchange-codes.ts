import type { CodeExplanation } from './explanation.ts';

/** Codes for OAuth 2 sign-in, pagination, subscriptions and annotations. */
export const exchangeCodes = {
  pkce_off: {
    title: 'PKCE is switched off',
    why: 'With PKCE, a stolen code is worthless. A service that does not support it ignores `code_challenge`; switch it off only for a service that refuses it.',
    file: 'connector.json',
    bad: '"scopes": ["read", "write"], "pkce": false',
    good: '"scopes": ["read", "write"]',
  },
  host_not_bound: {
    title: 'A host from outside that may be any host',
    why: 'Anyone can forge a redirect. If a value from the sign-in decides which host receives requests, list the hosts it may be under `hosts`.',
    file: 'connector.json',
    bad: '"apiHost": { "value": "{{response.body.api_domain}}" }',
    good: '"apiHost": { "value": "{{response.body.api_domain}}", "hosts": ["*.example.com"] }',
  },
  wide_host: {
    title: 'A host pattern that matches almost any host',
    why: 'Write the domain of the service after `*.`: at least two labels.',
    file: 'connector.json',
    bad: '"hosts": ["*.com"]',
    good: '"hosts": ["*.example.com"]',
  },
  constant_value: {
    title: 'A value that never changes',
    why: 'Keep values from a redirect or a response, and write a constant where it is used. The value of a choice must differ from element to element. A path alone, such as `response.body.id`, is plain text: write it in braces to get its value.',
    file: 'connector.json',
    bad: '"region": { "value": "eu" }',
    good: '"region": { "value": "{{redirect.region}}" }',
  },
  constant_cursor: {
    title: 'A cursor that is always the same',
    why: 'The cursor asks for the next page. It comes from the response or from its last element.',
    file: 'actions/list-orders.json',
    bad: '"cursor": "next"',
    good: '"cursor": "{{last.id}}"',
  },
  unused_page: {
    title: 'A request that asks for the same page each time',
    why: 'With this kind of pagination, the request must say which page it wants: `page.cursor`, `page.offset` or `page.number`.',
    file: 'actions/list-orders.json',
    bad: '"query": { "status": "{{status}}" }',
    good: '"query": { "status": "{{status}}", "after": "{{page.cursor}}" }',
  },
  last_page_only: {
    title: 'An output that contains only the last page',
    why: 'Warning: with pagination, `response` is the response for the last page. `items` has the elements of all pages.',
    file: 'actions/list-orders.json',
    bad: '"orders": "{{response.body.data}}"',
    good: '"orders": "{{items}}"',
  },
  annotation_contradicts: {
    title: 'An annotation that contradicts the method',
    why: 'People and agents choose actions by their annotations. GET and HEAD change nothing; PUT, PATCH, DELETE and uploads do.',
    file: 'actions/list-orders.json',
    bad: '"annotations": { "destructive": true }',
    good: '"annotations": { "readOnly": true }',
  },
  unused_hook_url: {
    title: 'A subscription without the address for deliveries',
    why: '`hook.url` is the address that receives the deliveries of this webhook.',
    file: 'webhooks/orders.json',
    bad: '"json": { "topic": "{{topic}}", "secret"',
    good: '"json": { "topic": "{{topic}}", "url": "{{hook.url}}", "secret"',
  },
  no_unsubscribe: {
    title: 'A subscription that nobody can cancel',
    why: 'Without `unsubscribe`, the service keeps sending deliveries when no workflow uses them any more.',
    file: 'webhooks/orders.json',
    bad: '  }\n}',
    good: '  },\n  "unsubscribe": { "method": "DELETE", "path": "/hooks/{{subscription.id}}", "success": { "status": [204, 404] } }\n}',
  },
} satisfies Record<string, CodeExplanation>;
