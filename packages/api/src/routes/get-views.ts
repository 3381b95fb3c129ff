import type { View } from '@tallyhook/schemas';
import { listDefinitions } from '@tallyhook/store/definitions';
import { defineRoute } from '../route.ts';
import { describeView } from '../views/check-view.ts';

export const getViews = defineRoute({
  method: 'get',
  path: '/api/views',
  access: 'read',
  summary: 'Lists the views of the branch; with a type, only those of its records.',
  parameters: { type: { kind: 'text', maxLength: 100 } },
  answer: 'SavedView[]',
  async handler(request, { store }) {
    const { type } = request.parameters;
    const views = await listDefinitions(store, request.caller.branch, 'view');
    return views.filter(({ definition }) => type === undefined || (definition as View).type === type).map(describeView);
  },
});
