import { saveDefinition } from '@tallyhook/store/definitions';
import { defineRoute } from '../route.ts';
import { checkView, describeView } from '../views/check-view.ts';

export const postViews = defineRoute({
  method: 'post',
  path: '/api/views',
  access: 'write',
  summary: 'Saves a new view of the records of one type.',
  body: { json: 'NewView', isQuestion: true },
  answer: 'SavedView',
  status: 201,
  problems: ['invalid_question'],
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const { name, definition } = request.body;
    await checkView(deps, request.caller, definition);
    return describeView(await saveDefinition(deps.store, branch, 'view', { name, definition }, by));
  },
});
