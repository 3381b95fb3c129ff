import { oauthConnector } from '../oauth-connector.ts';
import { action, connector, type Edit, type GoldenCase } from './golden-case.ts';

const unless = '    "success": { "unless": [{ "path": "response.body.ok", "is": false }] },\n';
const rules =
  '"errors": [{ "status": [200, 201], "class": "auth" }, { "status": [201, 404], "class": "fatal" }, { "status": [404], "class": "fatal" }],';
const orders = 'actions/list-orders.json';
const gone = '"errors": [{ "when": [{ "path": "response.body.code", "is": "gone" }], "class": "not_found" }]';

/** Unreachable rules about answers that count as success. */
export const successRuleCases: GoldenCase[] = [
  {
    title: 'rules about successful responses, and one that an earlier rule covers',
    edits: [
      [action, unless, ''],
      [action, '"request": {', `${rules} "request": {`],
    ],
    expected: [
      'actions/create-issue.json:12:14 #/errors/0 unreachable_rule',
      'actions/create-issue.json:12:101 #/errors/2 unreachable_rule',
    ],
  },
  {
    title: 'rules about statuses that an action lists as success',
    edits: [
      [action, unless, '    "success": { "status": [201, 404] },\n'],
      [action, '"request": {', `${rules} "request": {`],
    ],
    expected: [
      'actions/create-issue.json:12:57 #/errors/1 unreachable_rule',
      'actions/create-issue.json:12:101 #/errors/2 unreachable_rule',
    ],
  },
  {
    title: 'rules about responses that mean that the token has expired',
    of: oauthConnector,
    edits: [
      [
        orders,
        gone,
        '"errors": [{ "status": [401, 403], "class": "fatal" }, { "status": [403], "when": [{ "path": "response.body.error", "is": "expired" }], "class": "fatal" }, { "status": [401], "class": "fatal" }]',
      ],
    ],
    expected: [
      'actions/list-orders.json:16:58 #/errors/1 unreachable_rule',
      'actions/list-orders.json:16:159 #/errors/2 unreachable_rule',
    ],
  },
  {
    title: 'a rule about 401 if nothing else says when the token has expired',
    of: oauthConnector,
    edits: [
      [
        connector,
        `,
    "expiredWhen": [{ "status": [403], "when": [{ "path": "response.body.error", "is": "expired" }] }]`,
        '',
      ],
      [
        orders,
        gone,
        '"errors": [{ "status": [401], "when": [{ "path": "response.body.code", "is": "gone" }], "class": "not_found" }]',
      ],
    ],
    expected: ['actions/list-orders.json:16:14 #/errors/0 unreachable_rule'],
  },
];

/** Rules about success statuses that some answers still reach. */
export const soundRules: { title: string; edits: Edit[] }[] = [
  {
    title: 'a rule about a success status if unless says when it means failure',
    edits: [[action, '"request": {', `"errors": [{ "status": [200], "class": "auth" }], "request": {`]],
  },
];
