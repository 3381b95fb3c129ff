import { listVersions } from '@tallyhook/store/definitions';
import type { Workflow } from '@tallyhook/schemas';
import { defineRoute } from '../route.ts';

const maxShown = 100;

export const getWorkflowVersions = defineRoute({
  method: 'get',
  path: '/api/workflows/:id/versions',
  access: 'read',
  summary: 'Lists the last hundred published versions of a workflow, newest first.',
  answer: 'WorkflowVersion[]',
  async handler(request, { store }) {
    const { branch } = request.caller;
    const versions = await listVersions(store, branch, 'workflow', { id: request.params.id, limit: maxShown });
    return versions.map(({ revision, name, definition, updatedAt, updatedBy }) => ({
      ...{ revision, name, definition: definition as Workflow },
      ...{ publishedAt: updatedAt, publishedBy: updatedBy },
    }));
  },
});
