import { updateRecord } from '@tallyhook/store/records';
import { recordLimitBytes, typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

export const patchRecord = defineRoute({
  method: 'patch',
  path: '/api/records/:id',
  access: 'write',
  summary: 'Changes fields of a record, unless it has changed since the given revision.',
  parameters: { type: typeParameter },
  body: { json: 'RecordPatch', limitBytes: recordLimitBytes },
  answer: 'SavedRecord',
  problems: ['revision_conflict', 'invalid_record'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const patch = request.body;
    return updateRecord(store, branch, request.parameters.type, request.params.id, patch, by);
  },
});
