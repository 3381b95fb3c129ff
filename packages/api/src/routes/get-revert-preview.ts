import { previewRevert } from '@tallyhook/store/merging';
import { conflictParameters } from '../branches/difference-parameters.ts';
import { nameConflictAuthors } from '../branches/name-conflict-authors.ts';
import { nameValues } from '../branches/name-values.ts';
import { defineRoute } from '../route.ts';

export const getRevertPreview = defineRoute({
  method: 'get',
  path: '/api/commits/:id/revert-preview',
  access: 'read',
  summary: 'Counts what taking back a commit would change, and lists what was changed again since.',
  parameters: conflictParameters,
  answer: 'RevertPreview',
  problems: ['not_found', 'invalid_input'],
  async handler(request, { store }) {
    const { branch } = request.caller;
    const { cursor } = request.parameters;
    const preview = await previewRevert(store, branch, { id: request.params.id, cursor });
    const labels = await nameValues(store, branch, preview.conflicts);
    return { ...preview, conflicts: await nameConflictAuthors(store, branch, preview.conflicts), labels };
  },
});
