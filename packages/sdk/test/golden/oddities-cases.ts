import { oauthConnector } from '../oauth-connector.ts';
import { action, connector, type GoldenCase } from './golden-case.ts';

const list = 'actions/list-orders.json';

/** Readable files that do not do what they say: warnings. */
export const odditiesCases: GoldenCase[] = [
  {
    title: 'a cursor as JSON',
    of: oauthConnector,
    edits: [[list, '"cursor": "{{last.id}}"', '"cursor": "{{ last.id | json }}"']],
    expected: ['actions/list-orders.json:13:29 #/pagination/cursor filter_not_here'],
  },
  {
    title: 'a duplicate choice',
    edits: [
      [action, '"title": { "type": "string" }', '"title": { "type": "string", "enum": ["a", "Water the fern", "a"] }'],
    ],
    expected: ['actions/create-issue.json:7:68 #/input/properties/title/enum/2 duplicate_entry'],
  },
  {
    title: 'a duplicate scope',
    of: oauthConnector,
    edits: [[connector, '["read", "write"]', '["read", "write", "read"]']],
    expected: ['connector.json:9:33 #/signIn/scopes/2 duplicate_entry'],
  },
  {
    title: 'a retry status that counts as success',
    edits: [
      [
        action,
        '"success": { "unless": [{ "path": "response.body.ok", "is": false }] },',
        '"success": { "status": [404] },',
      ],
      [action, '"request": {', '"retry": { "status": [200, 404, 503] }, "request": {'],
    ],
    expected: ['actions/create-issue.json:12:30 #/retry/status/1 unreachable_rule'],
  },
  {
    title: 'a retry status if any of 200 to 299 counts as success',
    edits: [
      [action, '    "success": { "unless": [{ "path": "response.body.ok", "is": false }] },\n', ''],
      [action, '"request": {', '"retry": { "status": [200, 503] }, "request": {'],
    ],
    expected: ['actions/create-issue.json:12:25 #/retry/status/0 unreachable_rule'],
  },
  {
    title: 'a path that starts with an empty segment',
    edits: [[action, '"/projects/', '"//projects/']],
    expected: ['actions/create-issue.json:14:13 #/request/path wrong_url'],
  },
  {
    title: 'an unused account field',
    edits: [[connector, '"label": "Shop" }', '"label": "Shop" }, { "name": "sho", "label": "Region" }']],
    expected: ['connector.json:9:54 #/account/fields/1/name unused_field'],
  },
];
