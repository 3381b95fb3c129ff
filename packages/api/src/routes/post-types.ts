import type { RecordType } from '@tallyhook/schemas';
import { defineType } from '@tallyhook/store/apps';
import { defineRoute } from '../route.ts';

export const postTypes = defineRoute({
  method: 'post',
  path: '/api/types',
  access: 'write',
  summary: 'Defines a new record type of the workspace.',
  body: { json: 'NewRecordType', unchecked: 'object', limitBytes: 256 * 1024 },
  answer: 'RecordType',
  status: 201,
  problems: ['already_exists', 'read_only', 'invalid_record'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const type = request.body as RecordType;
    const { types } = await defineType(store, branch, type, by);
    return types.find(({ name }) => name === type.name)!;
  },
});
