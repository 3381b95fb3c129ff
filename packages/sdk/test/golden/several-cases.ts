import { oauthConnector } from '../oauth-connector.ts';
import { action, actionFixture, connector, webhook, type GoldenCase } from './golden-case.ts';

/** Several mistakes at once, including consequences of others. */
export const severalCases: GoldenCase[] = [
  {
    title: 'mistakes of all files in one run, connector.json first',
    edits: [
      [action, '"{{title}}"', '"{{titel}}"'],
      [connector, '"1.0.0"', '"one"'],
      [webhook, '"refuse"', '"reject"'],
      [actionFixture, '"status": 201', '"status": "201"'],
    ],
    expected: [
      'connector.json:4:14 #/version wrong_format',
      'actions/create-issue.json:17:37 #/request/body/json/title unknown_name did you mean "title"?',
      'webhooks/events.json:13:16 #/missingId not_allowed',
      'fixtures/create-issue.json:9:31 #/exchanges/0/response/status wrong_type',
    ],
  },
  {
    title: 'the other mistakes of a file that does not fit its schema',
    edits: [
      [action, '"method"', '"mehtod"'],
      [action, '"{{title}}"', '"{{titel}}"'],
      [webhook, '"refuse"', '"reject"'],
      [webhook, 'item.kind', 'itm.kind'],
    ],
    expected: [
      'actions/create-issue.json:13:5 #/request/mehtod unknown_key did you mean "method"?',
      'actions/create-issue.json:17:37 #/request/body/json/title unknown_name did you mean "title"?',
      'webhooks/events.json:11:21 #/event unknown_name did you mean "item"?',
      'webhooks/events.json:13:16 #/missingId not_allowed',
    ],
  },
  {
    title: 'a misspelt key, but not its consequences',
    edits: [[action, '"path": "/projects', '"pth": "/projects']],
    expected: ['actions/create-issue.json:14:5 #/request/pth unknown_key did you mean "path"?'],
  },
  {
    title: 'a misspelt root of all inputs, but not each input',
    edits: [[action, '"properties"', '"propertis"']],
    expected: ['actions/create-issue.json:5:5 #/input/propertis unknown_key did you mean "properties"?'],
  },
  {
    title: 'an unknown sign-in, but not the templates that depend on it',
    edits: [[connector, '"signIn": { "kind": "bearer", "token": "{{account.token}}" }', '"signIn": "bearer"']],
    expected: ['connector.json:6:13 #/signIn wrong_type'],
  },
  {
    title: 'an unknown key without a suggestion, but not what it may have declared',
    of: oauthConnector,
    edits: [['actions/list-orders.json', '"pagination"', '"batches"']],
    expected: ['actions/list-orders.json:10:3 #/batches unknown_key'],
  },
  {
    title: 'a condition without a path, but no unknown name',
    of: oauthConnector,
    edits: [['actions/list-orders.json', '"path": "response.body.has_more", ', '']],
    expected: ['actions/list-orders.json:14:14 #/pagination/more/0 missing_key'],
  },
  {
    title: 'a sign-in value kept under a misspelt key, but not its uses',
    of: oauthConnector,
    edits: [['connector.json', '"then": [', '"thn": [']],
    expected: ['connector.json:18:5 #/signIn/thn unknown_key did you mean "then"?'],
  },
  {
    title: 'an account without fields, but not each name of a field',
    edits: [[connector, '"account": {', '"acount": {']],
    expected: ['connector.json:7:3 #/acount unknown_key did you mean "account"?'],
  },
  {
    title: 'a file that cannot be parsed, and the mistakes of the others',
    edits: [
      [connector, '"hosts": [', '"hosts": ['],
      [action, '"POST",', '"POST"'],
      [webhook, '"refuse"', '"reject"'],
    ],
    expected: ['actions/create-issue.json:13:21 # json_syntax', 'webhooks/events.json:13:16 #/missingId not_allowed'],
  },
  {
    title: 'a broken connector.json, but no consequences in other files',
    edits: [[connector, '"id": "tracker",', '"id": "tracker"']],
    expected: ['connector.json:2:18 # json_syntax'],
  },
];
