import { oauthConnector } from '../oauth-connector.ts';
import { action, connector, type GoldenCase, upload } from './golden-case.ts';

/** What stands in another place, or is called otherwise, than where the author knows it from. */
export const placeCases: GoldenCase[] = [
  {
    title: 'baseUrl beside the request that all share',
    edits: [
      [
        connector,
        '"request": { "baseUrl": "https://api.example.com/v1", "headers"',
        '"baseUrl": "https://api.example.com/v1", "request": { "headers"',
      ],
    ],
    expected: ['connector.json:15:3 #/baseUrl unknown_key did you mean "baseUrl" in "request"?'],
  },
  {
    title: 'base_url beside the request that all share',
    edits: [
      [
        connector,
        '"request": { "baseUrl": "https://api.example.com/v1", "headers"',
        '"base_url": "https://api.example.com/v1", "request": { "headers"',
      ],
    ],
    expected: ['connector.json:15:3 #/base_url unknown_key did you mean "baseUrl" in "request"?'],
  },
  {
    title: 'base_url in the request that all share',
    edits: [[connector, '"baseUrl"', '"base_url"']],
    expected: ['connector.json:15:16 #/request/base_url unknown_key did you mean "baseUrl"?'],
  },
  {
    title: 'a logo in connector.json',
    edits: [[connector, '"name": "Tracker"', '"name": "Tracker", "logo": "logo.svg"']],
    expected: ['connector.json:3:22 #/logo unknown_key did you mean the file icon.svg beside this one?'],
  },
  {
    title: 'a logo as a file',
    edits: [{ file: 'logo.svg', text: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
    expected: ['logo.svg:1:1 # unknown_file did you mean "icon.svg"?'],
  },
  {
    title: 'triggers in connector.json',
    edits: [[connector, '"name": "Tracker"', '"name": "Tracker", "triggers": []']],
    expected: ['connector.json:3:22 #/triggers unknown_key did you mean a file for each, webhooks/NAME.json?'],
  },
  {
    title: 'triggers as a folder',
    edits: [{ file: 'triggers/events.json', text: '{}' }],
    expected: ['triggers/events.json:1:1 # unknown_file did you mean "webhooks/events.json"?'],
  },
  {
    title: 'actions in connector.json',
    edits: [[connector, '"name": "Tracker"', '"name": "Tracker", "actions": {}']],
    expected: ['connector.json:3:22 #/actions unknown_key did you mean a file for each, actions/NAME.json?'],
  },
  {
    title: 'scopes beside the sign-in',
    edits: [[connector, '"name": "Tracker"', '"name": "Tracker", "scopes": ["read"]']],
    expected: ['connector.json:3:22 #/scopes unknown_key did you mean "scopes" in "signIn"?'],
  },
  {
    title: 'scopes of a sign-in that has none',
    edits: [[connector, '"kind": "bearer"', '"kind": "bearer", "scopes": ["read"]']],
    expected: [
      'connector.json:6:33 #/signIn/scopes unknown_key did you mean the kind "oauth2"? "scopes" is of a sign-in of that kind',
    ],
  },
  {
    title: 'scope in the page that a person is sent to',
    of: oauthConnector,
    edits: [[connector, '"authorize": { "url"', '"authorize": { "scope": "read", "url"']],
    expected: ['connector.json:10:20 #/signIn/authorize/scope unknown_key did you mean "scopes" in "signIn"?'],
  },
  {
    title: 'outputs beside the request',
    edits: [[action, '"label"', '"outputs": { "id": "{{response.body.id}}" }, "label"']],
    expected: ['actions/create-issue.json:2:3 #/outputs unknown_key did you mean "output" in "request"?'],
  },
  {
    title: 'outputs in the request',
    edits: [[action, '"query": { "notify": true }', '"query": { "notify": true }, "outputs": {}']],
    expected: ['actions/create-issue.json:15:34 #/request/outputs unknown_key did you mean "output"?'],
  },
  {
    title: 'an action without a request, whose parts stand there',
    edits: [
      {
        file: upload,
        text: '{ "label": "Ping", "input": { "type": "object", "properties": {} }, "verb": "GET", "endpoint": "/ping" }',
      },
    ],
    expected: [
      'actions/send-file.json:1:69 #/verb unknown_key did you mean "method" in "request"?',
      'actions/send-file.json:1:84 #/endpoint unknown_key did you mean "path" in "request"?',
    ],
  },
  {
    title: 'idempotent beside the annotations',
    edits: [[action, '"label"', '"idempotent": true, "label"']],
    expected: [
      'actions/create-issue.json:2:3 #/idempotent unknown_key did you mean "idempotent" in "annotations"? That the request may be sent twice says "repeatable"',
    ],
  },
  ...[
    ['urlencode', 'url'],
    ['url_encode', 'url'],
    ['encodeURIComponent', 'url'],
    ['to_json', 'json'],
    ['tojson', 'json'],
    ['b64encode', 'base64'],
  ].map(([written, meant]): GoldenCase => ({
    title: `the filter ${written}`,
    edits: [[action, '"{{title}}"', `"{{title|${written}}}"`]],
    expected: [`actions/create-issue.json:17:43 #/request/body/json/title unknown_filter did you mean "${meant}"?`],
  })),
  ...[
    ['My_Conn', 'my-conn'],
    ['MyConn', 'my-conn'],
    ['2 Trackers é', 'trackers-e'],
  ].map(([written, meant]): GoldenCase => ({
    title: `the id ${written}`,
    edits: [[connector, '"id": "tracker"', `"id": "${written}"`]],
    expected: [`connector.json:2:9 #/id wrong_format did you mean "${meant}"?`],
  })),
  {
    title: 'an id of which no letter can stay',
    edits: [[connector, '"id": "tracker"', '"id": "42"']],
    expected: ['connector.json:2:9 #/id wrong_format'],
  },
];
