import { action, actionFixture, connector, upload, webhookFixture, type GoldenCase } from './golden-case.ts';
import { goldenConnector } from '../golden-connector.ts';

/** Missing and misplaced files, fixtures and icons. */
export const fileCases: GoldenCase[] = [
  {
    title: 'a folder without connector.json',
    edits: [{ remove: connector }],
    expected: ['connector.json:1:1 # missing_file'],
  },
  {
    title: 'a folder name in the singular',
    edits: [{ file: 'action/close-issue.json', text: '{}' }],
    expected: ['action/close-issue.json:1:1 # unknown_file did you mean "actions/close-issue.json"?'],
  },
  {
    title: 'an extra file',
    edits: [{ file: 'notes.txt', text: '' }],
    expected: ['notes.txt:1:1 # unknown_file'],
  },
  {
    title: 'an action with a space in its name',
    edits: [{ file: 'actions/Close issue.json', text: goldenConnector[action]! }],
    expected: ['actions/Close issue.json:1:1 # wrong_file_name', 'actions/Close issue.json:1:1 # no_fixture'],
  },
  {
    title: 'a fixture of an unknown action',
    edits: [[actionFixture, '"action": "create-issue"', '"action": "create-isue"']],
    expected: ['fixtures/create-issue.json:3:13 #/action unknown_name did you mean "create-issue"?'],
  },
  {
    title: 'an action with a wrong file extension, but not its fixture',
    edits: [{ remove: action }, { file: 'actions/create-issue.jsonc', text: goldenConnector[action]! }],
    expected: ['actions/create-issue.jsonc:1:1 # unknown_file'],
  },
  {
    title: 'an action with capitals and a space in its name, but not its fixture',
    edits: [{ remove: action }, { file: 'actions/Create Issue.json', text: goldenConnector[action]! }],
    expected: ['actions/Create Issue.json:1:1 # wrong_file_name'],
  },
  {
    title: 'a fixture of an unknown webhook',
    edits: [[webhookFixture, '"webhook": "events"', '"webhook": "event"']],
    expected: ['fixtures/issue-opened.json:3:14 #/webhook unknown_name did you mean "events"?'],
  },
  {
    title: 'a fixture of an unknown kind',
    edits: [[actionFixture, '"kind": "action"', '"kind": "actoin"']],
    expected: ['fixtures/create-issue.json:2:11 #/kind not_allowed did you mean "action"?'],
  },
  {
    title: 'a fixture that expects nothing',
    edits: [[actionFixture, '"expect": { "output": { "id": 7 } }', '"expect": {}']],
    expected: ['fixtures/create-issue.json:12:13 #/expect too_few'],
  },
  {
    title: 'a fixture with an invalid status',
    edits: [[actionFixture, '"status": 201', '"status": 2010']],
    expected: ['fixtures/create-issue.json:9:31 #/exchanges/0/response/status too_large'],
  },
  {
    title: 'an unknown action input in a fixture',
    edits: [[actionFixture, '"title": "Water the fern"', '"tilte": "Water the fern"']],
    expected: ['fixtures/create-issue.json:4:35 #/input/tilte unknown_name did you mean "title"?'],
  },
  {
    title: 'an unknown account value in a fixture',
    edits: [[actionFixture, '"shop": "fern"', '"shpo": "fern"']],
    expected: ['fixtures/create-issue.json:5:16 #/account/shpo unknown_name did you mean "shop"?'],
  },
  {
    title: 'a real-looking secret in a fixture',
    edits: [[actionFixture, '"test-token"', '"ghp_abc"']],
    expected: ['fixtures/create-issue.json:5:41 #/account/token credential_in_package'],
  },
  {
    title: 'a token inside text in a recorded response',
    edits: [[actionFixture, '{ "id": 7 } }', `{ "id": 7, "text": "use xoxb-${'1234567890'}-abc" } }`]],
    expected: ['fixtures/create-issue.json:9:68 #/exchanges/0/response/body/text credential_in_package'],
  },
  {
    title: 'files with wrong extensions, letters or folders, but not what they would declare',
    edits: [
      { remove: action },
      { remove: upload },
      { file: 'actions/create-issue.jsn', text: '{}' },
      { file: 'actions/x/send-file.json', text: '{}' },
      { file: 'fixtures/Too Large.JSON', text: '{}' },
    ],
    expected: [
      'actions/create-issue.jsn:1:1 # unknown_file',
      'actions/x/send-file.json:1:1 # unknown_file',
      'fixtures/Too Large.JSON:1:1 # unknown_file',
    ],
  },
  {
    title: 'a credential after each scheme, but no made-up ones',
    edits: [
      [
        actionFixture,
        '{ "id": 7 } }',
        `{ "id": 7 } }
    }, ${[
      'SSWS 00abcDEFreal9999',
      'Zoho-oauthtoken 1000.8cb9',
      'Token token=abc123',
      'Token token=\\"abc123\\"',
      'abc123 def456',
      'SSWS test-key',
      'Zoho-oauthtoken test-token',
      'Klaviyo-API-Key test-key',
      'OAuth2 test-key',
      'Token token=test-key',
      'Token token=\\"test-key\\"',
    ]
      .map(
        (value) =>
          `{
      "request": { "method": "GET", "url": "https://api.example.com/", "headers": { "authorization": "${value}" } },
      "response": { "status": 200 }`,
      )
      .join('\n    }, ')}`,
      ],
    ],
    expected: [11, 14, 17, 20, 23].map(
      (line, index) =>
        `fixtures/create-issue.json:${line}:102 #/exchanges/${index + 1}/request/headers/authorization credential_in_package`,
    ),
  },
  {
    title: 'a password in a request address of a fixture',
    edits: [[actionFixture, 'https://api.example.com/v1', 'https://user:passw0rd@api.example.com/v1']],
    expected: ['fixtures/create-issue.json:8:45 #/exchanges/0/request/url credential_in_package'],
  },
  {
    title: 'a refresh token and a passphrase in a fixture, by their names',
    edits: [
      [actionFixture, '{ "id": 7 } }', '{ "refreshToken": "r3fr3s", "passphrase": "open", "apiKey": "test-key" } }'],
    ],
    expected: [
      'fixtures/create-issue.json:9:62 #/exchanges/0/response/body/refreshToken credential_in_package',
      'fixtures/create-issue.json:9:86 #/exchanges/0/response/body/passphrase credential_in_package',
    ],
  },
  {
    title: 'an action that no fixture tests',
    edits: [{ remove: actionFixture }],
    expected: ['actions/create-issue.json:1:1 # no_fixture'],
  },
  {
    title: 'an icon that runs code',
    edits: [{ file: 'icon.svg', text: '<svg viewBox="0 0 1 1">\n  <script>start()</script>\n</svg>\n' }],
    expected: ['icon.svg:2:3 # unsafe_icon'],
  },
  {
    title: 'an icon that fetches',
    edits: [{ file: 'icon.svg', text: '<svg><image href="https://example.net/a.png" /></svg>' }],
    expected: ['icon.svg:1:13 # unsafe_icon'],
  },
  {
    title: 'an icon that is not an image',
    edits: [{ file: 'icon.svg', text: 'PNG' }],
    expected: ['icon.svg:1:1 # wrong_format'],
  },
];
