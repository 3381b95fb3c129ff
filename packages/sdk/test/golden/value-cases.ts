import { action, actionFixture, connector, upload, webhook, type GoldenCase } from './golden-case.ts';

/** Keys and values that do not fit the schema of their file. */
export const valueCases: GoldenCase[] = [
  {
    title: 'numbers that would lose digits',
    edits: [
      [action, '"title": "{{title}}", "labels"', '"title": 12345678901234567890, "b": [1e999], "labels"'],
      [webhook, '"is": "ping"', '"is": 17841405793187219'],
    ],
    expected: [
      'actions/create-issue.json:17:34 #/request/body/json/title number_too_large',
      'actions/create-issue.json:17:62 #/request/body/json/b/0 number_too_large',
      'webhooks/events.json:9:66 #/ignore/0/when/0/is number_too_large',
      'actions/create-issue.json:7:7 #/input/properties/title unused_input',
    ],
  },
  {
    title: 'a misspelt key',
    edits: [[action, '"method"', '"mehtod"']],
    expected: ['actions/create-issue.json:13:5 #/request/mehtod unknown_key did you mean "method"?'],
  },
  {
    title: 'a key with another separator',
    edits: [[connector, '"baseUrl"', '"base_url"']],
    expected: ['connector.json:15:16 #/request/base_url unknown_key did you mean "baseUrl"?'],
  },
  {
    title: 'a key with other capitals',
    edits: [[connector, '"signIn"', '"signin"']],
    expected: ['connector.json:6:3 #/signin unknown_key did you mean "signIn"?'],
  },
  {
    title: 'a misspelt key with keys inside',
    edits: [[connector, '"fields"', '"feilds"']],
    expected: ['connector.json:8:5 #/account/feilds unknown_key did you mean "fields"?'],
  },
  {
    title: 'a missing key, at its object',
    edits: [[connector, '  "hosts": ["api.example.com", "{{account.shop}}.example.com"],\n', '']],
    expected: ['connector.json:1:1 # missing_key'],
  },
  {
    title: 'a missing key of the outermost object',
    edits: [[webhook, '  "missingId": "refuse",\n', '']],
    expected: ['webhooks/events.json:1:1 # missing_key'],
  },
  {
    title: 'two missing keys',
    edits: [[webhook, '  "missingId": "refuse",\n  "account": "{{event.body.shop}}"', '  "description": "x"']],
    expected: ['webhooks/events.json:1:1 # missing_key', 'webhooks/events.json:1:1 # missing_key'],
  },
  {
    title: 'a number instead of text',
    edits: [[connector, '"1.0.0"', '1']],
    expected: ['connector.json:4:14 #/version wrong_type'],
  },
  {
    title: 'text instead of a list',
    edits: [[action, '["project", "title"]', '"project, title"']],
    expected: ['actions/create-issue.json:10:17 #/input/required wrong_type'],
  },
  {
    title: 'a list instead of an object',
    edits: [[action, '"query": { "notify": true }', '"query": ["notify"]']],
    expected: ['actions/create-issue.json:15:14 #/request/query wrong_type'],
  },
  {
    title: 'null instead of a value',
    edits: [[action, '"notify": true', '"notify": null']],
    expected: ['actions/create-issue.json:15:26 #/request/query/notify wrong_type'],
  },
  {
    title: 'a number in quotes',
    edits: [[upload, '"status": [201]', '"status": ["201"]']],
    expected: ['actions/send-file.json:18:104 #/upload/transfer/success/status/0 wrong_type'],
  },
  {
    title: 'a version of two numbers',
    edits: [[connector, '"1.0.0"', '"1.0"']],
    expected: ['connector.json:4:14 #/version wrong_format'],
  },
  {
    title: 'an id with capitals',
    edits: [[connector, '"id": "tracker"', '"id": "Tracker"']],
    expected: ['connector.json:2:9 #/id wrong_format'],
  },
  {
    title: 'a method in lower case',
    edits: [[action, '"POST"', '"post"']],
    expected: ['actions/create-issue.json:13:15 #/request/method not_allowed did you mean "POST"?'],
  },
  {
    title: 'an unknown method',
    edits: [[action, '"POST"', '"SEND"']],
    expected: ['actions/create-issue.json:13:15 #/request/method not_allowed'],
  },
  {
    title: 'a misspelt sign-in kind',
    edits: [[connector, '"bearer"', '"barer"']],
    expected: ['connector.json:6:23 #/signIn/kind not_allowed did you mean "bearer"?'],
  },
  {
    title: 'a sign-in without a kind',
    edits: [[connector, '"kind": "bearer", ', '']],
    expected: ['connector.json:6:13 #/signIn missing_key'],
  },
  {
    title: 'a key of another sign-in kind',
    edits: [[connector, '"token": "{{account.token}}" }', '"token": "{{account.token}}", "username": "a" }']],
    expected: ['connector.json:6:63 #/signIn/username unknown_key'],
  },
  {
    title: 'a path without a slash',
    edits: [[action, '"/projects/', '"projects/']],
    expected: ['actions/create-issue.json:14:13 #/request/path wrong_format'],
  },
  {
    title: 'an empty label',
    edits: [[action, '"Create an issue"', '""']],
    expected: ['actions/create-issue.json:2:12 #/label too_short'],
  },
  {
    title: 'a label that is a whole sentence',
    edits: [
      [
        action,
        'Create an issue',
        'Create an issue. Create an issue. Create an issue. Create an issue. Create an issue. Create an issue. Create an issue. ',
      ],
    ],
    expected: ['actions/create-issue.json:2:12 #/label too_long'],
  },
  {
    title: 'a header name with a space',
    edits: [[action, '"X-Shop"', '"X Shop"']],
    expected: ['actions/create-issue.json:16:18 #/request/headers/X%20Shop wrong_key'],
  },
  {
    title: 'a header that HTTP sets',
    edits: [[action, '"X-Shop"', '"Content-Length"']],
    expected: ['actions/create-issue.json:16:18 #/request/headers/Content-Length wrong_key'],
  },
  {
    title: 'an account field name with a space',
    edits: [[connector, '"name": "token"', '"name": "api token"']],
    expected: ['connector.json:10:17 #/account/fields/1/name wrong_format'],
  },
  {
    title: 'two bodies',
    edits: [[action, '"body": {', '"body": { "none": true,']],
    expected: ['actions/create-issue.json:17:13 #/request/body too_many'],
  },
  {
    title: 'an empty body',
    edits: [[action, '"json": { "title": "{{title}}", "labels": "{{labels}}" }', '']],
    expected: ['actions/create-issue.json:17:13 #/request/body too_few'],
  },
  {
    title: 'an invalid status',
    edits: [[upload, '"status": [201]', '"status": [99]']],
    expected: ['actions/send-file.json:18:104 #/upload/transfer/success/status/0 too_small'],
  },
  {
    title: 'a piece that is too large',
    edits: [[upload, '8388608', '8388608000']],
    expected: ['actions/send-file.json:17:18 #/upload/chunkSize too_large'],
  },
  {
    title: 'a condition without a comparison',
    edits: [[webhook, '"path": "event.headers.x-event", "is": "ping"', '"path": "event.headers.x-event"']],
    expected: ['webhooks/events.json:9:25 #/ignore/0/when/0 too_few'],
  },
  {
    title: 'a condition with two comparisons',
    edits: [[webhook, '"is": "ping"', '"is": "ping", "isNot": "pong"']],
    expected: ['webhooks/events.json:9:25 #/ignore/0/when/0 too_many'],
  },
  {
    title: 'an empty list of conditions',
    edits: [[webhook, '"when": [{ "path": "event.headers.x-event", "is": "ping" }]', '"when": []']],
    expected: ['webhooks/events.json:9:24 #/ignore/0/when too_few'],
  },
  {
    title: 'a duplicate host',
    edits: [[connector, '"hosts": ["api.example.com", ', '"hosts": ["api.example.com", "api.example.com", ']],
    expected: ['connector.json:5:32 #/hosts/1 duplicate_entry'],
  },
  {
    title: 'a webhook answer that redirects',
    edits: [[webhook, '"answer": {', '"answer": { "status": 301,']],
    expected: ['webhooks/events.json:6:29 #/handshake/0/answer/status too_large'],
  },
  {
    title: 'an unknown rule for missing ids',
    edits: [[webhook, '"refuse"', '"reject"']],
    expected: ['webhooks/events.json:13:16 #/missingId not_allowed'],
  },
  {
    title: 'an unknown way to send a file',
    edits: [[upload, '"pieces"', '"parts"']],
    expected: ['actions/send-file.json:15:13 #/upload/send not_allowed'],
  },
  {
    title: 'a fixture whose input the action would refuse',
    edits: [
      [actionFixture, '"title": "Water the fern"', '"title": 5, "labels": ["a", 7]'],
      [actionFixture, '"project": "garden", ', ''],
    ],
    expected: [
      'fixtures/create-issue.json:4:12 #/input missing_key',
      'fixtures/create-issue.json:4:23 #/input/title wrong_type',
      'fixtures/create-issue.json:4:42 #/input/labels/1 wrong_type',
    ],
  },
  {
    title: 'a fixture with a method in lower case and a partial address',
    edits: [
      [actionFixture, '"method": "POST"', '"method": "post"'],
      [actionFixture, '"url": "https://api.example.com/v1/projects', '"url": "/v1/projects'],
    ],
    expected: [
      'fixtures/create-issue.json:8:30 #/exchanges/0/request/method not_allowed did you mean "POST"?',
      'fixtures/create-issue.json:8:45 #/exchanges/0/request/url wrong_format',
    ],
  },
];
