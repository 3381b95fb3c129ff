import { oauthConnector } from '../oauth-connector.ts';
import type { GoldenCase } from './golden-case.ts';

const of = oauthConnector;
const connector = 'connector.json';
const action = 'actions/list-orders.json';
const webhook = 'webhooks/orders.json';

/** OAuth 2, pagination, answers and subscriptions. */
export const exchangeCases: GoldenCase[] = [
  {
    title: 'the list of the last page in the output, but not its other values',
    of,
    edits: [[action, '"orders": "{{items}}"', '"orders": "{{response.body.data}}"']],
    expected: ['actions/list-orders.json:8:30 #/request/output/orders last_page_only'],
  },
  {
    title: 'an unknown grant',
    of,
    edits: [[connector, '"grant": "authorizationCode"', '"grant": "authorisationCode"']],
    expected: ['connector.json:8:14 #/signIn/grant not_allowed did you mean "authorizationCode"?'],
  },
  {
    title: 'a code grant without an authorization address',
    of,
    edits: [
      [
        connector,
        '    "authorize": { "url": "https://{{account.shop}}.example.com/authorize", "parameters": { "prompt": "consent" } },\n',
        '',
      ],
    ],
    expected: ['connector.json:6:13 #/signIn missing_key'],
  },
  {
    title: 'a token request without an address',
    of,
    edits: [[connector, '"url": "https://login.example.com/token", ', '']],
    expected: ['connector.json:11:14 #/signIn/token missing_key'],
  },
  {
    title: 'an unknown place for the client',
    of,
    edits: [[connector, '"client": "basic"', '"client": "header"']],
    expected: ['connector.json:11:68 #/signIn/token/client not_allowed'],
  },
  {
    title: 'an unknown account value',
    of,
    edits: [[connector, '{{account.shop}}.example.com/authorize', '{{account.shpo}}.example.com/authorize']],
    expected: ['connector.json:10:46 #/signIn/authorize/url unknown_name did you mean "shop"?'],
  },
  {
    title: 'a redirect value after the redirect',
    of,
    edits: [[connector, '"was": "{{account.refreshToken}}"', '"was": "{{redirect.code}}"']],
    expected: ['connector.json:12:66 #/signIn/refresh/parameters/was unknown_name'],
  },
  {
    title: 'a kept host without allowed hosts',
    of,
    edits: [
      [
        connector,
        '"value": "{{response.body.api_domain}}", "hosts": ["*.example.com"]',
        '"value": "{{response.body.api_domain}}"',
      ],
    ],
    expected: ['connector.json:5:32 #/hosts/1 host_not_bound'],
  },
  {
    title: 'a kept host that matches a whole top-level domain',
    of,
    edits: [[connector, '"hosts": ["*.example.com"]', '"hosts": ["*.com"]']],
    expected: ['connector.json:15:71 #/signIn/keep/apiHost/hosts/0 wide_host'],
  },
  {
    title: 'a value with the name of a token',
    of,
    edits: [
      [connector, '"region": { "value": "{{redirect.region}}" }', '"refreshToken": { "value": "{{redirect.region}}" }'],
    ],
    expected: [
      'connector.json:11:114 #/signIn/token/parameters/region unknown_name',
      'connector.json:14:7 #/signIn/keep/refreshToken reserved_name',
    ],
  },
  {
    title: 'an item without a choice',
    of,
    edits: [
      [
        connector,
        '        "choose": { "list": "response.body", "label": "{{item.name}}", "value": "{{item.id}}" },\n',
        '',
      ],
    ],
    expected: [
      'connector.json:21:41 #/signIn/then/0/keep/site/value unknown_name',
      'connector.json:21:84 #/signIn/then/0/keep/accessToken/value unknown_name',
    ],
  },
  {
    title: 'an expiry in a step that keeps no token',
    of,
    edits: [
      [
        connector,
        '"keep": { "site": { "value": "{{item.id}}" }, "accessToken": { "value": "{{item.token}}" } }',
        '"keep": { "site": { "value": "{{item.id}}" } },\n        "expiresIn": "response.bdy.expires_in"',
      ],
    ],
    expected: [
      'connector.json:23:9 #/signIn/then/0/expiresIn key_not_here',
      'connector.json:23:32 #/signIn/then/0/expiresIn unknown_name did you mean "body"?',
    ],
  },
  {
    title: 'a header for the token without a slot',
    of,
    edits: [[connector, '"value": "{{account.accessToken}}" },\n    "expired', '"value": "token" },\n    "expired']],
    expected: ['connector.json:25:67 #/signIn/carry/value credential_in_package'],
  },
  {
    title: 'an unknown error class',
    of,
    edits: [[connector, '"class": "rate_limit"', '"class": "ratelimit"']],
    expected: ['connector.json:34:42 #/errors/0/class not_allowed did you mean "rate_limit"?'],
  },
  {
    title: 'an error rule without a condition',
    of,
    edits: [[connector, '{ "status": [403], "class"', '{ "class"']],
    expected: ['connector.json:34:14 #/errors/0 missing_key'],
  },
  {
    title: 'less than one attempt',
    of,
    edits: [[connector, '"attempts": 4', '"attempts": 0']],
    expected: ['connector.json:35:43 #/retry/attempts too_small'],
  },
  {
    title: 'a waiting time in an unknown unit',
    of,
    edits: [[connector, '"as": "seconds"', '"as": "minutes"']],
    expected: ['connector.json:35:82 #/retry/wait/as not_allowed'],
  },
  {
    title: 'a limit without its window',
    of,
    edits: [[connector, '"limit": 40, "windowMs": 1000', '"limit": 40']],
    expected: ['connector.json:36:18 #/rateLimit/limit missing_key'],
  },
  {
    title: 'an unknown limit scope',
    of,
    edits: [[connector, '"scope": "account"', '"scope": "user"']],
    expected: ['connector.json:36:58 #/rateLimit/scope not_allowed'],
  },
  {
    title: 'an unknown pagination kind',
    of,
    edits: [[action, '"kind": "cursor"', '"kind": "curser"']],
    expected: ['actions/list-orders.json:11:13 #/pagination/kind not_allowed did you mean "cursor"?'],
  },
  {
    title: 'pagination without items',
    of,
    edits: [[action, '    "items": "response.body.data",\n', '']],
    expected: ['actions/list-orders.json:10:17 #/pagination missing_key'],
  },
  {
    title: 'a cursor that the request does not use',
    of,
    edits: [[action, ', "after": "{{page.cursor}}"', '']],
    expected: ['actions/list-orders.json:10:3 #/pagination unused_page'],
  },
  {
    title: 'a page number with cursor pagination',
    of,
    edits: [[action, '{{page.cursor}}', '{{page.number}}']],
    expected: ['actions/list-orders.json:7:57 #/request/query/after unknown_name'],
  },
  {
    title: 'the items of all pages in a request',
    of,
    edits: [[action, '"status": "{{status}}"', '"status": "{{items.length}}"']],
    expected: ['actions/list-orders.json:7:29 #/request/query/status unknown_name'],
  },
  {
    title: 'a subscription without the address for deliveries',
    of,
    edits: [[webhook, '"url": "{{hook.url}}", ', '']],
    expected: ['webhooks/orders.json:9:5 #/subscribe/request unused_hook_url'],
  },
  {
    title: 'an unknown input of a subscription',
    of,
    edits: [[webhook, '"topic": "{{topic}}"', '"topic": "{{topics}}"']],
    expected: ['webhooks/orders.json:12:39 #/subscribe/request/body/json/topic unknown_name did you mean "topic"?'],
  },
  {
    title: 'a value in unsubscribe that is not kept',
    of,
    edits: [[webhook, '{{subscription.id}}', '{{subscription.key}}']],
    expected: ['webhooks/orders.json:16:71 #/unsubscribe/path unknown_name'],
  },
  {
    title: 'renamed parameters that are not sent',
    of: oauthConnector,
    edits: [
      [connector, '"token": {', '"token": { "names": { "client_id": "app", "clientid": "key", "scope": "rights" },'],
      [connector, '"refresh": {', '"refresh": { "names": { "refresh_token": "was", "code": "c" },'],
      [connector, '"authorize": {', '"authorize": { "names": { "scope": "rights", "client_secret": "s" },'],
    ],
    expected: [
      'connector.json:10:50 #/signIn/authorize/names/client_secret unknown_name',
      'connector.json:11:47 #/signIn/token/names/clientid unknown_name did you mean "client_id"?',
      'connector.json:11:66 #/signIn/token/names/scope unknown_name',
      'connector.json:12:53 #/signIn/refresh/names/code unknown_name',
    ],
  },
  {
    title: 'a success status as the sign of an expired token',
    of: oauthConnector,
    edits: [
      [
        connector,
        '{ "status": [403], "when": [{ "path": "response.body.error", "is": "expired" }] }',
        '{ "status": [401, 200] }',
      ],
    ],
    expected: ['connector.json:26:39 #/signIn/expiredWhen/0/status/1 missing_key'],
  },
];
