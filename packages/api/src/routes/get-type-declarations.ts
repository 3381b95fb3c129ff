import { typeDeclarations } from '../openapi/type-declarations.ts';
import { defineRoute } from '../route.ts';

/** The record types of the branch as TypeScript declarations for the client. */
export const getTypeDeclarations = defineRoute({
  method: 'get',
  path: '/api/types.d.ts',
  needs: 'read',
  handler(request, response) {
    response.setHeader('Cache-Control', 'private, no-cache');
    response.type('text/plain').send(typeDeclarations(request.caller.branch.types));
  },
});
