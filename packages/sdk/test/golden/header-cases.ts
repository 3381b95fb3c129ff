import { oauthConnector } from '../oauth-connector.ts';
import {
  action,
  actionFixture,
  connector,
  type Edit,
  type GoldenCase,
  upload,
  webhook,
  webhookFixture,
} from './golden-case.ts';

const withKey = (name: string): Edit => [action, '"request": {', `"idempotencyHeader": "${name}", "request": {`];
const withSignIn = (name: string): Edit => [
  connector,
  '{ "kind": "bearer", "token": "{{account.token}}" }',
  `{ "kind": "key", "in": "header", "name": "${name}", "value": "{{account.token}}" }`,
];

const setForYou = ['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'Keep-Alive', 'upgrade', 'Expect'];

/** Every place for a header name, and header values. */
export const headerCases: GoldenCase[] = [
  ...[...setForYou, 'Content-Type'].flatMap((name): GoldenCase[] => [
    {
      title: `${name} as the idempotency header`,
      edits: [withKey(name)],
      expected: ['actions/create-issue.json:12:24 #/idempotencyHeader header_set_for_you'],
    },
    {
      title: `${name} as the header of a sign-in key`,
      edits: [withSignIn(name)],
      expected: ['connector.json:6:54 #/signIn/name header_set_for_you'],
    },
  ]),
  ...setForYou.map((name): GoldenCase => ({
    title: `${name} in the headers of a request`,
    edits: [[action, '"X-Shop"', `"${name}"`]],
    expected: [`actions/create-issue.json:16:18 #/request/headers/${name} wrong_key`],
  })),
  {
    title: "the token's header as the idempotency header",
    edits: [withKey('authorization')],
    expected: ['actions/create-issue.json:12:24 #/idempotencyHeader header_set_by_sign_in'],
  },
  {
    title: "the sign-in key's header as the idempotency header",
    edits: [withSignIn('X-Api-Key'), withKey('x-api-key')],
    expected: ['actions/create-issue.json:12:24 #/idempotencyHeader header_set_by_sign_in'],
  },
  {
    title: 'a request header as the idempotency header',
    edits: [withKey('x-shop')],
    expected: ['actions/create-issue.json:12:24 #/idempotencyHeader header_set_twice'],
  },
  {
    title: 'a header of all requests as the idempotency header',
    edits: [withKey('accept')],
    expected: ['actions/create-issue.json:12:24 #/idempotencyHeader header_set_twice'],
  },
  {
    title: 'Content-Type as the header of an OAuth 2 token',
    of: oauthConnector,
    edits: [[connector, '"X-Access-Token"', '"Content-Type"']],
    expected: ['connector.json:25:40 #/signIn/carry/name header_set_for_you'],
  },
  {
    title: 'two spellings of a header of all requests',
    edits: [[connector, '"Accept": "application/json"', '"Accept": "application/json", "accept": "text/plain"']],
    expected: ['connector.json:15:100 #/request/headers/accept header_set_twice'],
  },
  {
    title: 'two spellings of a header of a request',
    edits: [[action, '"X-Shop": "{{account.shop}}"', '"X-Shop": "{{account.shop}}", "x-shop": "fern"']],
    expected: ['actions/create-issue.json:16:48 #/request/headers/x-shop header_set_twice'],
  },
  {
    title: 'two spellings of a header of a token request',
    of: oauthConnector,
    edits: [[connector, '"client": "basic",', '"client": "basic", "headers": { "X-A": "1", "x-a": "2" },']],
    expected: ['connector.json:11:102 #/signIn/token/headers/x-a header_set_twice'],
  },
  {
    title: 'two spellings of a header of a webhook answer',
    edits: [[webhook, '"answer": {', '"answer": { "headers": { "X-A": "1", "x-a": "2" },']],
    expected: ['webhooks/events.json:6:44 #/handshake/0/answer/headers/x-a header_set_twice'],
  },
  {
    title: 'two spellings of a header of an exchange',
    edits: [[actionFixture, '"status": 201,', '"status": 201, "headers": { "X-A": "1", "x-a": "2" },']],
    expected: ['fixtures/create-issue.json:9:61 #/exchanges/0/response/headers/x-a header_set_twice'],
  },
  {
    title: 'two spellings of a header of a delivery',
    edits: [[webhookFixture, '"headers": {}', '"headers": { "X-A": "1", "x-a": "2" }']],
    expected: ['fixtures/issue-opened.json:4:42 #/delivery/headers/x-a header_set_twice'],
  },
  {
    title: 'a header from a response under a name that is set for you',
    edits: [
      [
        upload,
        '"transfer": {',
        '"transfer": { "headersFrom": { "each": "start.body.headers", "name": "Host", "value": "{{field.value}}" },',
      ],
    ],
    expected: ['actions/send-file.json:18:74 #/upload/transfer/headersFrom/name header_set_for_you'],
  },
  {
    title: 'a token form declared as JSON, with a JSON refresh',
    of: oauthConnector,
    edits: [
      [connector, '"client": "basic",', '"client": "basic", "headers": { "Content-Type": "application/json" },'],
      [connector, '"refresh": {', '"refresh": { "format": "json",'],
    ],
    expected: ['connector.json:11:90 #/signIn/token/headers/Content-Type header_set_by_body'],
  },
  {
    title: 'token JSON declared as a form, with a form refresh',
    of: oauthConnector,
    edits: [
      [
        connector,
        '"client": "basic",',
        '"client": "basic", "format": "json", "headers": { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },',
      ],
      [connector, '"refresh": {', '"refresh": { "format": "form",'],
    ],
    expected: ['connector.json:11:108 #/signIn/token/headers/content-type header_set_by_body'],
  },
  {
    title: 'a refresh whose format contradicts the type of the token request',
    of: oauthConnector,
    edits: [
      [
        connector,
        '"client": "basic",',
        '"client": "basic", "format": "json", "headers": { "Content-Type": "application/json" },',
      ],
      [connector, '"refresh": {', '"refresh": { "format": "form",'],
    ],
    expected: ['connector.json:12:18 #/signIn/refresh/format header_set_by_body'],
  },
  {
    title: 'a form declared as JSON',
    edits: [
      [
        action,
        '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
        '"form": { "title": "{{title}}", "labels": "{{labels}}" }',
      ],
      [action, '"X-Shop"', '"content-type": "application/json; charset=utf-8", "X-Shop"'],
    ],
    expected: ['actions/create-issue.json:16:18 #/request/headers/content-type header_set_by_body'],
  },
  {
    title: 'JSON declared as a form',
    edits: [[action, '"X-Shop"', '"Content-Type": "application/x-www-form-urlencoded", "X-Shop"']],
    expected: ['actions/create-issue.json:16:18 #/request/headers/Content-Type header_set_by_body'],
  },
  {
    title: 'a form declared as JSON by the headers of all requests',
    edits: [
      [
        action,
        '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
        '"form": { "title": "{{title}}", "labels": "{{labels}}" }',
      ],
      [connector, '"headers": {', '"headers": { "Content-Type": "application/json",'],
    ],
    expected: ['actions/create-issue.json:17:15 #/request/body/form header_set_by_body'],
  },
];

/** Valid body types, and those that only the run can check. */
export const soundTypes: { type: string; kind: 'json' | 'form' }[] = [
  { kind: 'json', type: 'application/vnd.api+json' },
  { kind: 'json', type: 'text/json' },
  { kind: 'json', type: 'application/json-patch+json' },
  { kind: 'json', type: 'application/x-amz-json-1.1' },
  { kind: 'json', type: 'application/csp-report' },
  { kind: 'json', type: 'text/plain' },
  { kind: 'json', type: '{{title}}' },
  { kind: 'form', type: 'application/x-www-form-urlencoded; charset=utf-8' },
  { kind: 'form', type: '{{title}}' },
];
