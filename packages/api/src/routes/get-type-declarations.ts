import { typeDeclarations } from '../openapi/type-declarations.ts';
import { defineRoute, sent } from '../route.ts';

export const getTypeDeclarations = defineRoute({
  method: 'get',
  path: '/api/types.d.ts',
  access: 'read',
  summary: 'Returns the record types of the branch as TypeScript declarations for @tallyhook/client.',
  mediaType: 'text/plain',
  handler(request, _deps, response) {
    response.setHeader('Cache-Control', 'private, no-cache');
    response.type('text/plain').send(typeDeclarations(request.caller.branch.types));
    return sent;
  },
});
