import assert from 'node:assert/strict';
import { uploadAction as file, uploadConnector } from '../../test/upload-connector.ts';
import { compileConnector } from './compile-connector.ts';

/** The problems of the sound action after replacing texts. */
function problemsOf(...changes: [find: string, replacement: string][]): string[] {
  const text = changes.reduce((current, [find, replacement]) => {
    assert.ok(current.includes(find), `${file} contains ${find}`);
    return current.replace(find, () => replacement);
  }, uploadConnector[file]!);
  const { problems } = compileConnector(new Map(Object.entries({ ...uploadConnector, [file]: text })));
  return problems.map((problem) => {
    const word = problem.sourceLine
      .slice(problem.column - 1)
      .split(/[^\w.{]/)
      .find((part) => part !== '');
    return `${problem.pointer} ${problem.code} at ${word}`;
  });
}

const asForm: [string, string][] = [
  ['"send": "pieces"', '"send": "form"'],
  ['"chunkSize": 8388608,\n    ', ''],
  ['{{upload.chunkCount}}', 'x'],
  ['{{piece.index}}', 'x'],
  [
    '"goOn": [308],\n    "confirmed": { "path": "response.headers.range", "as": "range" },\n    "status": { "method": "PUT", "headers": { "Content-Range": "bytes */{{file.size}}" } },\n    ',
    '',
  ],
];
const form = (parts: string): [string, string] => [
  '"headers": { "X-Part": "x" }',
  `"body": { "multipart": [${parts}] }`,
];
const asBody: [string, string][] = [['"send": "pieces"', '"send": "body"'], ...asForm.slice(1)];

describe('upload checks', () => {
  it('accept a valid action', () => {
    assert.deepEqual(problemsOf(), []);
    assert.deepEqual(problemsOf(...asBody), []);
    assert.deepEqual(
      problemsOf(...asForm, form('{ "name": "title", "value": "{{title}}" }, { "name": "files[0]", "file": true }')),
      [],
    );
  });

  it('accept an action without a separate address for the file', () => {
    const own: [string, string][] = [
      ...asBody,
      ['"to": "{{start.headers.location}}",\n    ', ''],
      ['"transfer": { "method": "PUT", "headers": { "X-Part": "x" }, "success": { "status": [201] } },\n    ', ''],
      [
        '"body": { "json": { "title": "{{title}}", "size": "{{file.size}}", "parts": "x" } }',
        '"query": { "name": "{{file.name}}", "title": "{{title}}" }',
      ],
      [', "body": { "json": "{{start.body}}" }', ''],
    ];
    assert.deepEqual(problemsOf(...own), []);
    assert.deepEqual(problemsOf(...own, ['"method": "POST"', '"method": "GET"']), [
      '#/request/method body_not_here at GET',
    ]);
    assert.deepEqual(problemsOf(...own, ['{{file.name}}', '{{start.status}}']), [
      '#/request/query/name unknown_name at start.status',
    ]);
    assert.deepEqual(problemsOf(...own, ['"output": "finish"', '"output": "start"']), [
      '#/upload/output unknown_name at start',
    ]);
  });

  const rows: [title: string, changes: [string, string][], ...expected: string[]][] = [
    ['an unknown input', [['"file": "file"', '"file": "fiel"']], '#/upload/file unknown_name at fiel'],
    ['an input that may be absent', [['["title", "file"]', '["title"]']], '#/upload/file optional_file at file'],
    [
      'an input that is not text',
      [['"file": { "type": "string" }', '"file": { "type": "integer" }']],
      '#/upload/file wrong_file_input at file',
    ],
    [
      'an input named like another root',
      [
        ['"title": { "type"', '"piece": { "type"'],
        ['["title"', '["piece"'],
        ['{{title}}', 'x'],
      ],
      '#/input/properties/piece reserved_name at piece',
    ],
    ['pieces without a size', [['"chunkSize": 8388608,\n    ', '']], '#/upload missing_key at {'],
    [
      'keys for pieces in a body upload',
      [
        ['"send": "pieces"', '"send": "body"'],
        ['{{upload.chunkCount}}', 'x'],
        ['{{piece.index}}', 'x'],
      ],
      '#/upload/send key_not_here at body',
    ],
    [
      'a status request without confirmed',
      [['"confirmed": { "path": "response.headers.range", "as": "range" },\n    ', '']],
      '#/upload/status missing_key at status',
    ],
    [
      'a transfer without an address',
      [
        ['"to": "{{start.headers.location}}",\n    ', ''],
        ['{{piece.index}}', 'x'],
        [
          '"body": { "json": { "title": "{{title}}", "size": "{{file.size}}", "parts": "{{upload.chunkCount}}" } }',
          '"query": { "t": "{{title}}" }',
        ],
        [', "body": { "json": "{{start.body}}" }', ''],
      ],
      '#/upload/transfer key_not_here at transfer',
    ],
    [
      'a transfer with another address',
      [['"transfer": { "method": "PUT",', '"transfer": { "method": "PUT", "path": "/x",']],
      '#/upload/transfer/path key_not_here at path',
    ],
    [
      'a transfer without a body',
      [['"transfer": { "method": "PUT"', '"transfer": { "method": "GET"']],
      '#/upload/transfer/method body_not_here at GET',
    ],
    [
      'a transfer with its own body',
      [['"transfer": { "method": "PUT",', '"transfer": { "method": "PUT", "body": { "text": "x" },']],
      '#/upload/transfer/body body_not_here at body',
    ],
    [
      'a range that is set automatically',
      [['"X-Part"', '"content-range"']],
      '#/upload/transfer/headers/content-range header_set_by_upload at content',
    ],
    [
      'an output of a missing request',
      [
        [
          '"finish": { "method": "POST", "path": "/files/{{transfer.body.id}}/publish", "body": { "json": "{{start.body}}" } },\n    ',
          '',
        ],
      ],
      '#/upload/output unknown_name at finish',
    ],
    [
      'an unlisted host',
      [['{{start.headers.location}}', 'https://evil.example/{{file.name|url}}']],
      '#/upload/to host_not_listed at evil.example',
    ],
    [
      'an address with an unsupported scheme',
      [['{{start.headers.location}}', 'ftp://{{start.body.host}}/x']],
      '#/upload/to wrong_url at ftp',
    ],
    [
      'a header in another case',
      [['start.headers.location', 'start.headers.Location']],
      '#/upload/to unknown_name at Location',
    ],
    [
      'a header of the position in another case',
      [['response.headers.range', 'response.headers.Range']],
      '#/upload/confirmed/path unknown_name at Range',
    ],
    [
      'an unknown path of the position',
      [['response.headers.range', 'response.header.range']],
      '#/upload/confirmed/path unknown_name at header.range',
    ],
    [
      'an unknown part of the file',
      [['{{file.size}}"', '{{file.length}}"']],
      '#/request/body/json/size unknown_name at length',
    ],
    [
      'an unknown part of the upload',
      [['upload.chunkCount', 'upload.chunks']],
      '#/request/body/json/parts unknown_name at chunks',
    ],
    [
      'an unknown part of a piece',
      [['piece.index', 'piece.number']],
      '#/upload/transfer/headers/X-Part unknown_name at number',
    ],
    [
      'a piece in the first request',
      [['upload.chunkCount', 'piece.index']],
      '#/request/body/json/parts unknown_name at piece.index',
    ],
    [
      'a piece in the status request',
      [['bytes */{{file.size}}', '{{piece.start}}']],
      '#/upload/status/headers/Content-Range unknown_name at piece.start',
    ],
    [
      'the first response before it exists',
      [['{{title}}', '{{title}}{{start.status}}']],
      '#/request/body/json/title unknown_name at start.status',
    ],
    [
      'the transfer before it happens',
      [['{{piece.index}}', '{{transfer.status}}']],
      '#/upload/transfer/headers/X-Part feature_missing at transfer.status',
    ],
    [
      'a credential in the address',
      [['{{start.headers.location}}', '{{start.headers.location}}?k={{account.token}}']],
      '#/upload/to secret_not_here at token',
    ],
    [
      'a status request to an address with a piece',
      [['{{start.headers.location}}', '{{start.headers.location}}/{{piece.index}}']],
      '#/upload/status path_or_url at status',
      '#/upload/abort path_or_url at abort',
    ],
    [
      'a finish without an address',
      [['"path": "/files/{{transfer.body.id}}/publish", ', '']],
      '#/upload/finish path_or_url at {',
    ],
    [
      'a repeatable key',
      [['"upload": {', '"repeatable": true,\n  "upload": {']],
      '#/repeatable key_not_here at repeatable',
    ],
    ['a form upload without a form', [...asForm], '#/upload/transfer/body wrong_form at {'],
    [
      'a form without the file',
      [...asForm, form('{ "name": "title", "value": "{{title}}" }')],
      '#/upload/transfer/body wrong_form at {',
    ],
    [
      'a form with two files',
      [...asForm, form('{ "name": "a", "file": true }, { "name": "b", "file": true }')],
      '#/upload/transfer/body feature_missing at {',
    ],
    [
      'a part with neither value nor file',
      [...asForm, form('{ "name": "a", "file": true }, { "name": "b", "type": "text/plain" }')],
      '#/upload/transfer/body/multipart/1 value_or_file at {',
    ],
    [
      'a part with both value and file',
      [...asForm, form('{ "name": "a", "file": true, "value": "x" }')],
      '#/upload/transfer/body/multipart/0 value_or_file at {',
    ],
    [
      'an unknown name in the file name of a text part',
      [...asForm, form('{ "name": "a", "file": true }, { "name": "b", "value": "x", "filename": "{{file.nam}}" }')],
      '#/upload/transfer/body/multipart/1/filename unknown_name at nam',
    ],
    [
      'an unknown name in the file name of the file part',
      [...asForm, form('{ "name": "a", "file": true, "filename": "{{file.nam}}" }')],
      '#/upload/transfer/body/multipart/0/filename unknown_name at nam',
    ],
    [
      'a Content-Type header with a form',
      [
        ...asForm,
        [
          '"headers": { "X-Part": "x" }',
          '"headers": { "content-type": "x" }, "body": { "multipart": [{ "name": "a", "file": true }] }',
        ],
      ],
      '#/upload/transfer/headers/content-type header_set_by_body at content',
    ],
    [
      'a file in a request that sends none',
      [['"body": { "json": "{{start.body}}" }', '"body": { "multipart": [{ "name": "a", "file": true }] }']],
      '#/upload/finish/body/multipart/0/file file_not_here at file',
    ],
  ];
  for (const [title, changes, ...expected] of rows) {
    it(`report ${title}`, () => assert.deepEqual(problemsOf(...changes).sort(), expected.sort()));
  }

  it('report a file in an action without upload', () => {
    const action = 'actions/create-issue.json';
    const text = uploadConnector[action]!.replace('"{{title}}"', '"{{title}}{{file.name}}"');
    const { problems } = compileConnector(new Map(Object.entries({ ...uploadConnector, [action]: text })));
    assert.deepEqual(
      problems.map(({ code, message }) => [code, message]),
      [['unknown_name', 'there is no "file" here']],
    );
  });

  it('report features that are not supported yet', () => {
    const lacking = (find: string, replacement: string): string[] => problemsOf([find, replacement]);
    assert.deepEqual(lacking('"{{piece.index}}"', '"{{piece.sha1}}"'), [
      '#/upload/transfer/headers/X-Part feature_missing at sha1',
    ]);
    assert.deepEqual(lacking('"{{piece.index}}"', '"{{file.md5|base64}}"'), [
      '#/upload/transfer/headers/X-Part feature_missing at md5',
    ]);
    assert.deepEqual(lacking('"to": "{{start.headers.location}}"', '"to": "{{piece.url}}"'), [
      '#/upload/to feature_missing at url',
    ]);
    assert.deepEqual(lacking('"json": "{{start.body}}"', '"json": { "parts": "{{transfer.pieces}}" }'), [
      '#/upload/finish/body/json/parts feature_missing at pieces',
    ]);
    assert.deepEqual(
      lacking(
        '"headers": { "X-Part": "{{piece.index}}" }',
        '"body": { "multipart": [{ "name": "media", "file": true }] }',
      ),
      ['#/upload/transfer/body feature_missing at body'],
    );
  });

  it('report parts and headers that read an unknown name from a response', () => {
    const each = (parts: string): string[] => problemsOf(...asForm, form(`${parts}, { "name": "file", "file": true }`));
    assert.deepEqual(each('{ "name": "{{field.name}}", "value": "{{field.value}}", "each": "start.body.fields" }'), []);
    assert.deepEqual(each('{ "name": "{{field.name}}", "value": "{{field.value}}", "each": "strat.body" }'), [
      '#/upload/transfer/body/multipart/0/each unknown_name at strat.body',
    ]);
    assert.deepEqual(each('{ "name": "{{fild.name}}", "value": "{{field.value}}", "each": "start.body" }'), [
      '#/upload/transfer/body/multipart/0/name unknown_name at fild.name',
    ]);
    const headers = (from: string): string[] =>
      problemsOf(['"headers": { "X-Part": "{{piece.index}}" }', `"headersFrom": ${from}`]);
    assert.deepEqual(
      headers('{ "each": "start.body.headers", "name": "{{field.key}}", "value": "{{field.value}}" }'),
      [],
    );
    assert.deepEqual(headers('{ "each": "start.body.headers", "name": "{{key}}", "value": "{{field.value}}" }'), [
      '#/upload/transfer/headersFrom/name unknown_name at key',
    ]);
  });
});
