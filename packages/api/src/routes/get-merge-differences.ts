import { openBranch } from '@tallyhook/store/branches';
import { listMergeDifferences } from '@tallyhook/store/merging';
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
    const { from: source, into: target, type, cursor, limit = 100 } = request.parameters;
    const [into, from] = await Promise.all([target, source].map((name) => openBranch(store, workspaceId, name)));
    const page = await listMergeDifferences(store, { into: into!, from: from! }, { type, cursor, limit });
    return { ...page, labels: await nameValues(store, from!, page.differences) };
  },
});
