import type { CodeExplanation } from './explanation.ts';

/** Codes for OAuth 2 sign-in, pagination, subscriptions and annotations. */
export const exchangeCodes = {
  pkce_off: {
    title: 'PKCE is switched off',
    why: 'With PKCE a code that somebody else has got hold of is worth nothing to them. A service that does not know it leaves `code_challenge` alone; switch it off only for one that refuses it.',
    file: 'connector.json',
    bad: '"scopes": ["read", "write"], "pkce": false',
    good: '"scopes": ["read", "write"]',
  },
  host_not_bound: {
    title: 'A host that comes from the other side and may be any',
    why: 'Anyone can forge a redirect. A value that signing in brings and that decides whose host requests go to says with `hosts` which hosts it may be.',
    file: 'connector.json',
    bad: '"apiHost": { "value": "{{response.body.api_domain}}" }',
    good: '"apiHost": { "value": "{{response.body.api_domain}}", "hosts": ["*.example.com"] }',
  },
  wide_host: {
    title: 'A pattern of hosts that lets almost any through',
    why: 'After `*.` stands what belongs to the service alone: at least two labels.',
    file: 'connector.json',
    bad: '"hosts": ["*.com"]',
    good: '"hosts": ["*.example.com"]',
  },
  constant_value: {
    title: 'A value that never changes',
    why: 'What is kept comes from a redirect or an answer; what is always the same is written where it is used. What tells the elements of a choice apart differs from one to the other. A warning: a path alone, such as `response.body.id`, is a text and not its value: that stands in braces.',
    file: 'connector.json',
    bad: '"region": { "value": "eu" }',
    good: '"region": { "value": "{{redirect.region}}" }',
  },
  constant_cursor: {
    title: 'A cursor that is always the same',
    why: 'The cursor asks for the next page, and comes from the answer or from its last element.',
    file: 'actions/list-orders.json',
    bad: '"cursor": "next"',
    good: '"cursor": "{{last.id}}"',
  },
  unused_page: {
    title: 'A request that asks for the same page each time',
    why: 'With these kinds of pages the request says which one it wants: `page.cursor`, `page.offset` or `page.number`.',
    file: 'actions/list-orders.json',
    bad: '"query": { "status": "{{status}}" }',
    good: '"query": { "status": "{{status}}", "after": "{{page.cursor}}" }',
  },
  last_page_only: {
    title: 'An output that holds the last page alone',
    why: 'A warning: where pages are asked for, `response` is the answer to the last of them. The elements of all pages are `items`.',
    file: 'actions/list-orders.json',
    bad: '"orders": "{{response.body.data}}"',
    good: '"orders": "{{items}}"',
  },
  annotation_contradicts: {
    title: 'An annotation that the method contradicts',
    why: 'People and agents choose among actions by what these say of themselves. GET and HEAD change nothing; PUT, PATCH and DELETE and whatever sends a file do.',
    file: 'actions/list-orders.json',
    bad: '"annotations": { "destructive": true }',
    good: '"annotations": { "readOnly": true }',
  },
  unused_hook_url: {
    title: 'A subscription that does not say where the deliveries go',
    why: '`hook.url` is the address at which the deliveries of this webhook arrive.',
    file: 'webhooks/orders.json',
    bad: '"json": { "topic": "{{topic}}", "secret"',
    good: '"json": { "topic": "{{topic}}", "url": "{{hook.url}}", "secret"',
  },
  no_unsubscribe: {
    title: 'A subscription that nobody can take away',
    why: 'Without `unsubscribe` the service goes on sending when no workflow listens any more.',
    file: 'webhooks/orders.json',
    bad: '  }\n}',
    good: '  },\n  "unsubscribe": { "method": "DELETE", "path": "/hooks/{{subscription.id}}", "success": { "status": [204, 404] } }\n}',
  },
} satisfies Record<string, CodeExplanation>;
