import { previewDecided } from '@tallyhook/store/merging';
import { openBoth } from '../branches/open-both.ts';
import { leaveSignal } from '../leave-signal.ts';
import { defineRoute } from '../route.ts';

export const postMergePreview = defineRoute({
  method: 'post',
  path: '/api/merges/preview',
  access: { person: 'read' },
  summary: 'Counts what a merge would change with the decisions taken so far, and what would be lost.',
  body: { json: 'NewMerge', limitBytes: 4 * 1024 * 1024 },
  answer: 'DecidedMerge',
  status: 200,
  problems: ['not_found', 'invalid_input'],
  async handler(request, { store }, response) {
    const { decisions, rest } = request.body;
    const sides = await openBoth(store, request.caller.workspaceId, request.body);
    const choices = { ...(decisions && { decisions }), ...(rest && { rest }) };
    return previewDecided(store, { ...sides, ...choices, signal: leaveSignal(response) });
  },
});
