import { changeFields } from '@tallyhook/store/apps';
import { defineRoute } from '../route.ts';

export const patchType = defineRoute({
  method: 'patch',
  path: '/api/types/:name',
  access: 'write',
  summary: 'Changes the labels and number formats of fields of a record type.',
  body: 'RecordTypePatch',
  answer: 'RecordType',
  problems: ['read_only', 'revision_conflict'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { name } = request.params;
    const { types } = await changeFields(store, branch, { type: name, ...request.body }, by);
    return types.find((type) => type.name === name)!;
  },
});
