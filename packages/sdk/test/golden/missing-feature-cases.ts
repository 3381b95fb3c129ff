import { upload, type GoldenCase } from './golden-case.ts';

/** Features that services need but the format does not have yet. The compiler names them. */
export const missingFeatureCases: GoldenCase[] = [
  {
    title: 'the responses to all pieces as a list',
    edits: [[upload, '"json": "{{start.body}}"', '"json": { "parts": "{{transfer.pieces}}" }']],
    expected: ['actions/send-file.json:23:123 #/upload/finish/body/json/parts feature_missing'],
  },
  {
    title: 'an address for each piece',
    edits: [[upload, '"to": "{{start.headers.location}}"', '"to": "{{piece.url}}"']],
    expected: ['actions/send-file.json:16:20 #/upload/to feature_missing'],
  },
  {
    title: 'the response to the first piece in the headers of the next',
    edits: [[upload, '"{{piece.index}}"', '"{{transfer.headers.x-upload-id}}"']],
    expected: ['actions/send-file.json:18:62 #/upload/transfer/headers/X-Part feature_missing'],
  },
  {
    title: 'the response to the first piece in the status request',
    edits: [[upload, '"bytes */{{file.size}}"', '"{{transfer.body.id}}"']],
    expected: ['actions/send-file.json:21:67 #/upload/status/headers/Content-Range feature_missing'],
  },
  {
    title: 'the file as base64 inside JSON',
    edits: [[upload, '"size": "{{file.size}}"', '"content": "{{file.content|base64}}"']],
    expected: ['actions/send-file.json:11:66 #/request/body/json/content feature_missing'],
  },
  {
    title: 'a form for each piece',
    edits: [
      [
        upload,
        '"headers": { "X-Part": "{{piece.index}}" }',
        '"headers": { "X-Part": "{{piece.index}}" },\n      "body": { "multipart": [{ "name": "file", "file": true }] }',
      ],
    ],
    expected: ['actions/send-file.json:19:7 #/upload/transfer/body feature_missing'],
  },
  {
    title: 'a digest of each piece',
    edits: [[upload, '"{{piece.index}}"', '"{{piece.sha1}}"']],
    expected: ['actions/send-file.json:18:68 #/upload/transfer/headers/X-Part feature_missing'],
  },
  {
    title: 'a digest of the file, as base64',
    edits: [[upload, '"{{piece.index}}"', '"{{file.md5|base64}}"']],
    expected: ['actions/send-file.json:18:67 #/upload/transfer/headers/X-Part feature_missing'],
  },
];
