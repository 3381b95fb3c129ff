import { saveType } from '@tallyhook/store/types';
import { refuseOtherName } from '../refuse-other-name.ts';
import { defineRoute } from '../route.ts';

export const putType = defineRoute({
  method: 'put',
  path: '/api/types/:name',
  access: 'write',
  summary: 'Changes a record type as a whole, and converts the values of its records in the same change.',
  body: { json: 'TypeChange', limitBytes: 256 * 1024 },
  answer: 'RecordType',
  problems: ['read_only', 'would_lose', 'revision_conflict', 'invalid_record'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { name } = request.params;
    const { type, acceptLoss, revision } = request.body;
    refuseOtherName(type, name);
    const { types } = await saveType(store, branch, { type, acceptLoss, revision }, by);
    return types.find((one) => one.name === name)!;
  },
});
