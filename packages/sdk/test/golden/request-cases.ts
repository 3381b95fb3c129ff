import { action, connector, type GoldenCase } from './golden-case.ts';

/** Addresses, headers, bodies and sign-in. */
export const requestCases: GoldenCase[] = [
  {
    title: 'a host with its scheme',
    edits: [[connector, '"api.example.com", ', '"https://api.example.com", ']],
    expected: ['connector.json:5:13 #/hosts/0 wrong_host'],
  },
  {
    title: 'a wildcard host, but not an address on such a host',
    edits: [[connector, '"api.example.com", ', '"*.example.com", ']],
    expected: ['connector.json:5:13 #/hosts/0 wrong_host'],
  },
  {
    title: 'a host in capitals',
    edits: [[connector, '"api.example.com", ', '"API.example.com", ']],
    expected: ['connector.json:5:13 #/hosts/0 wrong_host'],
  },
  {
    title: 'a host with a Cyrillic letter that looks Latin, but not its address',
    edits: [[connector, '"api.example.com", ', '"\u0430pi.example.com", ']],
    expected: ['connector.json:5:13 #/hosts/0 wrong_host'],
  },
  {
    title: 'a base address on an unlisted host',
    edits: [[connector, 'https://api.example.com/v1', 'https://api.example.org/v1']],
    expected: ['connector.json:15:36 #/request/baseUrl host_not_listed'],
  },
  {
    title: 'a host that only starts like a listed one',
    edits: [[connector, 'https://api.example.com/v1', 'https://api.example.com.evil.example/']],
    expected: ['connector.json:15:36 #/request/baseUrl host_not_listed'],
  },
  {
    title: 'a user name before the host',
    edits: [[connector, 'https://api.example.com/v1', 'https://api.example.com@evil.example/']],
    expected: ['connector.json:15:36 #/request/baseUrl wrong_url'],
  },
  {
    title: 'an address without a scheme',
    edits: [[connector, 'https://api.example.com/v1', 'api.example.com/v1']],
    expected: ['connector.json:15:27 #/request/baseUrl wrong_url'],
  },
  {
    title: 'an address without encryption',
    edits: [[connector, 'https://api.example.com/v1', 'http://api.example.com/v1']],
    expected: ['connector.json:15:27 #/request/baseUrl insecure_url'],
  },
  {
    title: 'a path without a base address',
    edits: [[connector, '"baseUrl": "https://api.example.com/v1", ', '']],
    expected: ['connector.json:16:30 #/test/path missing_base_url'],
  },
  {
    title: 'both path and url',
    edits: [[action, '"query"', '"url": "https://api.example.com/", "query"']],
    expected: ['actions/create-issue.json:12:14 #/request path_or_url'],
  },
  {
    title: 'a request with neither path nor url',
    edits: [[action, '    "path": "/projects/{{project|url}}/issues",\n', '']],
    expected: ['actions/create-issue.json:12:14 #/request path_or_url'],
  },
  {
    title: 'a query in a path',
    edits: [[action, '/issues"', '/issues?a=1"']],
    expected: ['actions/create-issue.json:14:46 #/request/path query_in_path'],
  },
  {
    title: 'a fragment in a path',
    edits: [[action, '/issues"', '/issues#top"']],
    expected: ['actions/create-issue.json:14:46 #/request/path query_in_path'],
  },
  {
    title: 'a body of a GET',
    edits: [[action, '"POST"', '"GET"']],
    expected: ['actions/create-issue.json:17:5 #/request/body body_not_here'],
  },
  {
    title: 'a key in a header',
    edits: [[action, '"X-Shop": "{{account.shop}}"', '"X-Api-Key": "abc123"']],
    expected: ['actions/create-issue.json:16:31 #/request/headers/X-Api-Key credential_in_package'],
  },
  {
    title: 'a constant password',
    edits: [[connector, '"token": "{{account.token}}"', '"token": "abc"']],
    expected: ['connector.json:6:42 #/signIn/token credential_in_package'],
  },
  {
    title: 'a header that the sign-in sets',
    edits: [[action, '"X-Shop"', '"authorization"']],
    expected: ['actions/create-issue.json:16:18 #/request/headers/authorization header_set_by_sign_in'],
  },
  {
    title: 'a key in a header without the name of the header',
    edits: [[connector, '"kind": "bearer", "token"', '"kind": "key", "in": "header", "value"']],
    expected: ['connector.json:6:13 #/signIn missing_key'],
  },
  {
    title: 'a key in the path without its slash',
    edits: [[connector, '"kind": "bearer", "token": "', '"kind": "key", "in": "path", "value": "bot']],
    expected: ['connector.json:6:53 #/signIn/value wrong_format'],
  },
  {
    title: 'two account fields with the same name',
    edits: [[connector, '{ "name": "token"', '{ "name": "shop", "label": "Again" }, { "name": "token"']],
    expected: ['connector.json:10:17 #/account/fields/1/name duplicate_name'],
  },
  {
    title: 'an account that is always the same',
    edits: [[connector, '"{{test.body.id}}"', '"me"']],
    expected: ['connector.json:13:19 #/account/externalId constant_account'],
  },
  {
    title: 'the response to a test that is not declared',
    edits: [[connector, ',\n  "test": { "method": "GET", "path": "/me" }', '']],
    expected: ['connector.json:13:22 #/account/externalId unknown_name'],
  },
  {
    title: 'a Content-Type header with a multipart body',
    edits: [
      [action, '"X-Shop": "{{account.shop}}"', '"Content-Type": "multipart/form-data"'],
      [
        action,
        '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
        '"multipart": [{ "name": "t", "value": "{{title}}{{labels|json}}" }]',
      ],
    ],
    expected: ['actions/create-issue.json:16:18 #/request/headers/Content-Type header_set_by_body'],
  },
  {
    title: 'a part with both a value and the file',
    edits: [
      [
        action,
        '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
        '"multipart": [{ "name": "t", "value": "{{title}}{{labels|json}}", "file": true }]',
      ],
    ],
    expected: ['actions/create-issue.json:17:29 #/request/body/multipart/0 value_or_file'],
  },
  {
    title: 'a file in a request that sends none',
    edits: [
      [
        action,
        '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
        '"multipart": [{ "name": "t", "value": "{{title}}{{labels|json}}" }, { "name": "f", "file": true }]',
      ],
    ],
    expected: ['actions/create-issue.json:17:98 #/request/body/multipart/1/file file_not_here'],
  },
  {
    title: 'rules that earlier ones cover',
    edits: [
      [
        action,
        '  "request": {',
        `  "errors": [
    { "status": [403, 404], "when": [{ "path": "response.body.a", "is": 1 }], "class": "fatal" },
    { "status": [403], "class": "auth" },
    { "status": [404], "class": "fatal" },
    { "status": [403, 404], "when": [{ "path": "response.body.b", "is": 1 }], "class": "fatal" },
    { "when": [{ "path": "response.body.c", "is": 1 }], "class": "fatal" },
    { "status": [409], "when": [{ "path": "response.body.c", "is": 1 }], "class": "fatal" },
    { "status": [409], "class": "fatal" }
  ],
  "request": {`,
      ],
    ],
    expected: [
      'actions/create-issue.json:16:5 #/errors/3 unreachable_rule',
      'actions/create-issue.json:18:5 #/errors/5 unreachable_rule',
    ],
  },
];
