import { upload, type GoldenCase } from './golden-case.ts';

/** Features that services need but the format does not have yet. The compiler names them. */
export const missingFeatureCases: GoldenCase[] = [
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
];
