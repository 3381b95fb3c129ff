import { listCommitDifferences } from '@tallyhook/store/merging';
import { defineRoute } from '../route.ts';
import { nameValues } from '../branches/name-values.ts';
import { differenceParameters } from '../branches/difference-parameters.ts';

export const getCommitDifferences = defineRoute({
  method: 'get',
  path: '/api/differences',
  access: 'read',
  summary: 'Lists what a commit changed in one type, or what was changed on the branch since its last commit.',
  parameters: { ...differenceParameters, commit: { kind: 'text', maxLength: 24 } },
  answer: 'DifferencePage',
  problems: ['not_found'],
  async handler(request, { store }) {
    const { type, commit: id, cursor, limit = 100 } = request.parameters;
    const { branch } = request.caller;
    const page = await listCommitDifferences(store, branch, { id, type, cursor, limit });
    return { ...page, labels: await nameValues(store, branch, page.differences) };
  },
});
