import { updateRecord } from '@tallyhook/store';
import { fieldsSchema, recordLimitBytes, revisionSchema, typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

interface RecordPatch {
  revision: number;
  fields: Record<string, unknown>;
}

/** Changes fields of a record, if nobody changed it since the revision that the caller names. */
export const patchRecord = defineRoute({
  method: 'patch',
  path: '/api/records/:id',
  needs: 'write',
  parameters: { type: typeParameter },
  body: {
    limitBytes: recordLimitBytes,
    schema: {
      type: 'object',
      properties: { revision: revisionSchema, fields: fieldsSchema },
      required: ['revision', 'fields'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store }) {
    const { branch, by } = request.caller;
    const patch = request.body as RecordPatch;
    response.json(await updateRecord(store, branch, request.parameters.type, request.params.id!, patch, by));
  },
});
