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
      [['piece.index', 'piece.part']],
      '#/upload/transfer/headers/X-Part unknown_name at part',
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
    assert.deepEqual(problemsOf(['"{{piece.index}}"', '"{{transfer.body.id}}"']), [
      '#/upload/transfer/headers/X-Part feature_missing at transfer.body.id',
    ]);
  });

  it('accept digests, and a form for each piece', () => {
    assert.deepEqual(
      problemsOf(['"{{piece.index}}"', '"{{piece.sha1}} {{file.md5Base64}} {{piece.crc32cBase64}}"']),
      [],
    );
    const headers = '"headers": { "X-Part": "{{piece.index}}" }';
    const ofParts = (parts: string): string[] => problemsOf([headers, `"body": { "multipart": [${parts}] }`]);
    assert.deepEqual(ofParts('{ "name": "i", "value": "{{piece.number}}" }, { "name": "media", "file": true }'), []);
    assert.deepEqual(ofParts('{ "name": "i", "value": "{{piece.number}}" }'), [
      '#/upload/transfer/body wrong_form at {',
    ]);
  });

  const withPieces = '"body": { "json": { "{{#each transfer.pieces as |part|}}": "{{part.headers.etag}}" } }';
  const plainPieces: [string, string][] = [
    ['"goOn": [308],\n    "confirmed": { "path": "response.headers.range", "as": "range" },\n    ', ''],
    ['"status": { "method": "PUT", "headers": { "Content-Range": "bytes */{{file.size}}" } },\n    ', ''],
    ['"body": { "json": "{{start.body}}" }', withPieces],
  ];
  const given = (text: string): [string, string] => ['"send": "pieces",', `"send": "pieces", ${text},`];

  it('accept the responses to all pieces, unless a lost one could be skipped', () => {
    assert.deepEqual(problemsOf(...plainPieces), []);
    assert.deepEqual(problemsOf(plainPieces[2]!), [
      '#/upload/confirmed key_not_here at confirmed',
      '#/upload/status key_not_here at status',
    ]);
    assert.deepEqual(problemsOf(...plainPieces, ['part.headers.etag', 'part.etag']), [
      '#/upload/finish/body/json/%7B%7B%23each%20transfer.pieces%20as%20%7Cpart%7C%7D%7D unknown_name at etag',
    ]);
  });

  it('accept an address for each piece', () => {
    const to: [string, string] = ['"to": "{{start.headers.location}}"', '"to": "{{piece.item.url}}"'];
    const ownStatus: [string, string][] = [
      ['"status": { "method": "PUT",', '"status": { "method": "PUT", "path": "/files",'],
      ['"abort": { "method": "DELETE" }', '"abort": { "method": "DELETE", "path": "/files" }'],
    ];
    assert.deepEqual(problemsOf(to, ...ownStatus, given('"pieceList": "start.body.parts"')), []);
    assert.deepEqual(problemsOf(to, ...ownStatus), ['#/upload/to unknown_name at item.url']);
    assert.deepEqual(problemsOf(to, ...ownStatus, given('"pieceList": "piece.parts"')), [
      '#/upload/pieceList unknown_name at piece.parts',
    ]);
    const asks = '"pieceAddress": { "method": "POST", "path": "/parts/{{piece.number}}" }';
    const asked: [string, string] = [to[0], '"to": "{{piece.address.body.url}}"'];
    assert.deepEqual(problemsOf(asked, ...ownStatus, given(asks)), []);
    assert.deepEqual(problemsOf(asked, ...ownStatus), ['#/upload/to unknown_name at address.body.url']);
  });

  it('accept further requests before the file, and the size of a piece from their answers', () => {
    const steps = (second: string): [string, string] =>
      given(
        `"afterStart": [{ "name": "one", "request": { "method": "POST", "path": "/one" } }, { "name": "two", "request": { "method": "POST", "path": "${second}" } }]`,
      );
    assert.deepEqual(problemsOf(steps('/two/{{start.one.body.id}}')), []);
    assert.deepEqual(problemsOf(steps('/two/{{start.two.body.id}}')), [
      '#/upload/afterStart/1/request/path unknown_name at two.body.id',
    ]);
    const size: [string, string] = ['"chunkSize": 8388608', '"chunkSize": "{{start.two.body.size}}"'];
    assert.deepEqual(problemsOf(steps('/two'), size), ['#/request/body/json/parts unknown_name at chunkCount']);
    assert.deepEqual(problemsOf(steps('/two'), size, ['{{upload.chunkCount}}', 'x']), []);
  });

  it('report a file inside a body without a limit, or without a place', () => {
    const inline: [string, string][] = [
      ...asBody,
      ['"send": "body"', '"send": "base64", "maxSizeBytes": 1000'],
      ['"headers": { "X-Part": "x" }', '"body": { "json": { "content": "{{file.base64}}" } }'],
    ];
    assert.deepEqual(problemsOf(...inline), []);
    assert.deepEqual(problemsOf(...inline, [', "maxSizeBytes": 1000', '']), ['#/upload missing_key at {']);
    assert.deepEqual(problemsOf(...inline, ['1000', '20000000']), ['#/upload/maxSizeBytes too_large at 20000000']);
    assert.deepEqual(problemsOf(...inline, ['{{file.base64}}', '{{file.name}}']), [
      '#/upload/transfer/body wrong_form at {',
    ]);
    assert.deepEqual(problemsOf(['"size": "{{file.size}}"', '"size": "{{file.base64}}"']), [
      '#/request/body/json/size unknown_name at base64',
    ]);
  });

  it('report a wait for the processing that reads unknown names', () => {
    const waits = (path: string, done: string): [string, string] =>
      given(
        `"processed": { "request": { "method": "GET", "path": "${path}" }, "done": [{ "path": "${done}", "is": "ready" }], "intervalMs": 5000, "maxWaitMs": 60000 }`,
      );
    const output: [string, string] = ['"output": "finish"', '"output": "processed"'];
    assert.deepEqual(problemsOf(output), ['#/upload/output unknown_name at processed']);
    assert.deepEqual(problemsOf(output, waits('/files/{{finish.body.id}}', 'response.body.state')), []);
    assert.deepEqual(problemsOf(output, waits('/files/{{piece.index}}', 'response.state')), [
      '#/upload/processed/request/path unknown_name at piece.index',
      '#/upload/processed/done/0/path unknown_name at state',
    ]);
  });

  it('report what an empty file cannot have', () => {
    assert.deepEqual(problemsOf(given('"emptyFile": "noPiece"')), []);
    assert.deepEqual(problemsOf(given('"emptyFile": "noPiece"'), ['"output": "finish"', '"output": "transfer"']), [
      '#/upload/emptyFile key_not_here at noPiece',
    ]);
    assert.deepEqual(problemsOf(...asBody, ['"send": "body",', '"send": "body", "emptyFile": "withoutRange",']), [
      '#/upload/emptyFile key_not_here at withoutRange',
    ]);
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
