import { getDefinition, refuseReadOnly, saveDefinition } from '@tallyhook/store/definitions';
import { defineRoute } from '../route.ts';
import { checkView, describeView } from '../views/check-view.ts';

export const patchView = defineRoute({
  method: 'patch',
  path: '/api/views/:id',
  access: 'write',
  summary: 'Changes a view.',
  body: { json: 'ViewPatch', isQuestion: true },
  answer: 'SavedView',
  problems: ['revision_conflict', 'read_only', 'invalid_question'],
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const patch = request.body;
    const view = await getDefinition(deps.store, branch, 'view', request.params.id);
    refuseReadOnly(view);
    if (patch.definition !== undefined) await checkView(deps, request.caller, patch.definition);
    const { id, name, definition } = view;
    return describeView(await saveDefinition(deps.store, branch, 'view', { id, name, definition, ...patch }, by));
  },
});
