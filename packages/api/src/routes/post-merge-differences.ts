import { listMergeDifferences } from '@tallyhook/store/merging';
import { openBoth } from '../branches/open-both.ts';
import { differenceParameters } from '../branches/difference-parameters.ts';
import { nameValues } from '../branches/name-values.ts';
import { defineRoute } from '../route.ts';

export const postMergeDifferences = defineRoute({
  method: 'post',
  path: '/api/merges/differences',
  access: { person: 'read' },
  summary: 'Lists what a merge would change in one type with the decisions taken so far.',
  parameters: differenceParameters,
  body: { json: 'NewMerge', limitBytes: 4 * 1024 * 1024 },
  answer: 'DifferencePage',
  status: 200,
  problems: ['not_found', 'invalid_input'],
  async handler(request, { store }) {
    const { type, cursor, limit = 100 } = request.parameters;
    const { decisions, rest } = request.body;
    const sides = await openBoth(store, request.caller.workspaceId, request.body);
    const choices = { ...(decisions && { decisions }), ...(rest && { rest }) };
    const page = await listMergeDifferences(store, { ...sides, ...choices }, { type, cursor, limit });
    return { ...page, labels: await nameValues(store, sides.from, page.differences) };
  },
});
