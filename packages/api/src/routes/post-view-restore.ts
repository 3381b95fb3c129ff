import { restoreDefinition } from '@tallyhook/store/definitions';
import { defineRoute } from '../route.ts';
import { describeView } from '../views/check-view.ts';

export const postViewRestore = defineRoute({
  method: 'post',
  path: '/api/views/:id/restore',
  access: 'write',
  summary: 'Restores a deleted view under its id.',
  answer: 'SavedView',
  problems: ['read_only'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    return describeView(await restoreDefinition(store, branch, 'view', request.params.id, by));
  },
});
