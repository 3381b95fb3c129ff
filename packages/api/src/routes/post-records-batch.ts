import { changeRecords } from '@tallyhook/store/records';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

const batchLimitBytes = 16 * 1024 * 1024;

export const postRecordsBatch = defineRoute({
  method: 'post',
  path: '/api/records/batch',
  access: 'write',
  summary: 'Creates, changes, deletes and restores up to 1,000 records of one type: all of them, or none.',
  parameters: { type: typeParameter },
  body: { json: 'RecordBatch', limitBytes: batchLimitBytes },
  answer: 'RecordBatchResult',
  problems: ['revision_conflict', 'invalid_record', 'quota_reached'],
  async handler(request, { store, space }) {
    const { branch, by } = request.caller;
    const { changes } = request.body;
    const made = changes.filter((one) => one.do === 'create' || one.do === 'restore').length;
    if (made > 0) await space.requireQuota(branch.workspaceId, 'records', made);
    return { records: await changeRecords(store, branch, request.parameters.type, changes, by) };
  },
});
