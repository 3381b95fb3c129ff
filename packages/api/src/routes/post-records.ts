import { createRecord } from '@tallyhook/store/records';
import { recordLimitBytes, typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

export const postRecords = defineRoute({
  method: 'post',
  path: '/api/records',
  access: 'write',
  summary: 'Creates a record.',
  parameters: { type: typeParameter },
  body: { json: 'NewRecord', limitBytes: recordLimitBytes },
  answer: 'SavedRecord',
  status: 201,
  problems: ['invalid_record', 'quota_reached'],
  async handler(request, { store, space }) {
    const { branch, by } = request.caller;
    const { fields } = request.body;
    await space.requireQuota(branch.workspaceId, 'records', 1);
    const record = await createRecord(store, branch, request.parameters.type, fields, by);
    return record;
  },
});
