import { deleteFile as removeFile } from '@tallyhook/store/files';
import { defineRoute } from '../route.ts';

export const deleteFile = defineRoute({
  method: 'delete',
  path: '/api/files/:id',
  access: 'write',
  summary: 'Deletes a file from the branch; its bytes go with the last branch that has it.',
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    await removeFile(store, branch, request.params.id, by);
  },
});
