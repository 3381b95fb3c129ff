import { listMergeDifferences } from '@tallyhook/store/merging';
import { openBoth } from '../branches/open-both.ts';
import { nameValues } from '../branches/name-values.ts';
import { branchParameters, differenceParameters } from '../branches/difference-parameters.ts';
import { defineRoute } from '../route.ts';

export const getMergeDifferences = defineRoute({
  method: 'get',
  path: '/api/merges/differences',
  access: { person: 'read' },
  summary: 'Lists what a merge would change in one type.',
  parameters: { ...branchParameters, ...differenceParameters },
  answer: 'DifferencePage',
  problems: ['not_found', 'invalid_input'],
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    const { type, cursor, limit = 100 } = request.parameters;
    const { from, into } = await openBoth(store, workspaceId, request.parameters);
    const page = await listMergeDifferences(store, { into, from }, { type, cursor, limit });
    return { ...page, labels: await nameValues(store, from, page.differences) };
  },
});
