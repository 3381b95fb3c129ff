import { Problem } from '@tallyhook/schemas';
import { saveFile } from '@tallyhook/store/files';
import { limitedBody } from '../receive-upload.ts';
import { defineRoute } from '../route.ts';

export const postFiles = defineRoute({
  method: 'post',
  path: '/api/files',
  access: 'write',
  summary: 'Stores a file: the body is its bytes.',
  parameters: { name: { kind: 'text', required: true, maxLength: 255 } },
  body: { stream: 'application/octet-stream' },
  answer: 'SavedFile',
  status: 201,
  problems: ['unsupported_type', 'body_too_large'],
  async handler(request, { store, uploads, bodyTimeoutMs }) {
    const { branch, by } = request.caller;
    const { name } = request.parameters;
    const contentType = checkedType(request.get('content-type'));
    const stream = limitedBody(request, { limitBytes: uploads.fileBytes, timeoutMs: bodyTimeoutMs });
    return saveFile(store, branch, { name, contentType, stream, by });
  },
});

function checkedType(type = 'application/octet-stream'): string {
  if (type.length <= 200 && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/.test(type)) return type;
  throw new Problem(
    'unsupported_type',
    'The Content-Type of a file must have the form type/subtype, such as image/png.',
  );
}
