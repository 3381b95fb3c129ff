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
  problems: ['unsupported_type', 'body_too_large', 'quota_reached'],
  async handler(request, { store, space, uploads, bodyTimeoutMs }) {
    const { branch, by } = request.caller;
    const { name } = request.parameters;
    const contentType = checkedType(request.get('content-type'));
    const declaredBytes = Math.min(Number(request.get('content-length') ?? 0) || 0, uploads.fileBytes);
    const leftBytes = await space.requireQuota(branch.workspaceId, 'fileBytes', declaredBytes);
    const limitBytes = Math.min(uploads.fileBytes, declaredBytes + leftBytes);
    const stream = limitedBody(request, { limitBytes, timeoutMs: bodyTimeoutMs });
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
