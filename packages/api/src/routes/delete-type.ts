import { removeType } from '@tallyhook/store/types';
import { defineRoute } from '../route.ts';

export const deleteType = defineRoute({
  method: 'delete',
  path: '/api/types/:name',
  access: 'write',
  summary: 'Removes a record type with its records; refused while something uses it, unless asked with `evenIfUsed`.',
  parameters: { evenIfUsed: { kind: 'flag' } },
  problems: ['read_only', 'in_use'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { evenIfUsed = false } = request.parameters;
    await removeType(store, branch, { name: request.params.name, evenIfUsed }, by);
  },
});
