import { type Edit, upload, type GoldenCase } from './golden-case.ts';

/** Upload keys that need a piece size, without one. */
const onlySize: Edit[] = [
  [upload, '    "goOn": [308],\n', ''],
  [upload, '    "confirmed": { "path": "response.headers.range", "as": "range" },\n', ''],
  [upload, '    "status": { "method": "PUT", "headers": { "Content-Range": "bytes */{{file.size}}" } },\n', ''],
];

/** A file sent in a form with the action's own request. */
const inForm: Edit[] = [
  {
    file: upload,
    text: `{
  "label": "Send a file",
  "input": {
    "type": "object",
    "properties": { "title": { "type": "string" }, "file": { "type": "string" } },
    "required": ["title", "file"]
  },
  "request": {
    "method": "POST",
    "path": "/files",
    "query": { "title": "{{title}}" },
    "body": { "multipart": [{ "name": "f", "file": true }] }
  },
  "upload": {
    "file": "file",
    "send": "pieces"
  }
}
`,
  },
];

/** Actions that send a file. */
export const uploadCases: GoldenCase[] = [
  {
    title: 'an output of the first request that the action does not return',
    edits: [[upload, '"path": "/files",', '"path": "/files", "output": { "id": "{{response.body.id}}" },']],
    expected: ['actions/send-file.json:10:23 #/request/output key_not_here'],
  },
  {
    title: 'an unknown file input',
    edits: [[upload, '"file": "file"', '"file": "fiel"']],
    expected: ['actions/send-file.json:14:13 #/upload/file unknown_name did you mean "file"?'],
  },
  {
    title: 'a file input that is a number',
    edits: [[upload, '"file": { "type": "string" }', '"file": { "type": "integer" }']],
    expected: ['actions/send-file.json:14:13 #/upload/file wrong_file_input'],
  },
  {
    title: 'an optional file',
    edits: [[upload, '["title", "file"]', '["title"]']],
    expected: ['actions/send-file.json:14:13 #/upload/file optional_file'],
  },
  {
    title: 'pieces without their size',
    edits: [[upload, '"chunkSize": 8388608,\n    ', '']],
    expected: ['actions/send-file.json:13:13 #/upload missing_key'],
  },
  {
    title: 'keys for pieces in an upload as a whole',
    edits: [
      [upload, '"send": "pieces"', '"send": "body"'],
      [upload, '"{{upload.chunkCount}}"', '1'],
      [upload, '{{piece.index}}', '1'],
    ],
    expected: ['actions/send-file.json:15:13 #/upload/send key_not_here'],
  },
  {
    title: 'a status request without confirmed',
    edits: [[upload, '    "confirmed": { "path": "response.headers.range", "as": "range" },\n', '']],
    expected: ['actions/send-file.json:20:5 #/upload/status missing_key'],
  },
  {
    title: 'a transfer without a body',
    edits: [[upload, '"transfer": { "method": "PUT"', '"transfer": { "method": "GET"']],
    expected: ['actions/send-file.json:18:29 #/upload/transfer/method body_not_here'],
  },
  {
    title: 'a transfer with its own address',
    edits: [[upload, '"transfer": { "method": "PUT"', '"transfer": { "method": "PUT", "path": "/x"']],
    expected: ['actions/send-file.json:18:36 #/upload/transfer/path key_not_here'],
  },
  {
    title: 'a range that is set automatically',
    edits: [[upload, '"X-Part": "{{piece.index}}"', '"Content-Range": "bytes {{piece.start}}-"']],
    expected: ['actions/send-file.json:18:49 #/upload/transfer/headers/Content-Range header_set_by_upload'],
  },
  {
    title: 'a response header in capitals',
    edits: [[upload, 'start.headers.location', 'start.headers.Location']],
    expected: ['actions/send-file.json:16:28 #/upload/to unknown_name'],
  },
  {
    title: 'a file sent to an unlisted host',
    edits: [[upload, '{{start.headers.location}}', 'https://files.example.net/{{start.body.id}}']],
    expected: ['actions/send-file.json:16:20 #/upload/to host_not_listed'],
  },
  {
    title: 'a form without the file',
    edits: [
      [upload, '"send": "pieces"', '"send": "form"'],
      [upload, '"chunkSize": 8388608,\n    ', ''],
      [upload, '"{{upload.chunkCount}}"', '1'],
      [upload, '{{piece.index}}', '1'],
      [
        upload,
        '"goOn": [308],\n    "confirmed": { "path": "response.headers.range", "as": "range" },\n    "status": { "method": "PUT", "headers": { "Content-Range": "bytes */{{file.size}}" } },\n    ',
        '',
      ],
      [upload, '"headers": { "X-Part": "1" }', '"body": { "multipart": [{ "name": "title", "value": "{{title}}" }] }'],
    ],
    expected: ['actions/send-file.json:17:44 #/upload/transfer/body wrong_form'],
  },
  {
    title: 'a piece in a request without pieces',
    edits: [[upload, '"path": "/files"', '"path": "/files/{{piece.index}}"']],
    expected: ['actions/send-file.json:10:23 #/request/path unknown_name'],
  },
  {
    title: 'a missing send, but not the form',
    edits: [...inForm, [upload, '"file",\n    "send": "pieces"', '"file"']],
    expected: ['actions/send-file.json:14:13 #/upload missing_key'],
  },
  {
    title: 'an unknown send, but not the body',
    edits: [
      ...inForm,
      [upload, '"multipart": [{ "name": "f", "file": true }]', '"json": {}'],
      [upload, '"send": "pieces"', '"send": "raw"'],
    ],
    expected: ['actions/send-file.json:16:13 #/upload/send not_allowed'],
  },
  {
    title: 'an unknown send, but not the piece size',
    edits: [[upload, '"send": "pieces"', '"send": "peices"'], ...onlySize],
    expected: ['actions/send-file.json:15:13 #/upload/send not_allowed did you mean "pieces"?'],
  },
  {
    title: 'a form in an upload as a body, only once',
    edits: [...inForm, [upload, '"send": "pieces"', '"send": "body"']],
    expected: ['actions/send-file.json:12:5 #/request/body body_not_here'],
  },
  {
    title: 'a fraction of a byte as the piece size, only once',
    edits: [[upload, '8388608', '0.5']],
    expected: ['actions/send-file.json:17:18 #/upload/chunkSize wrong_type'],
  },
];
