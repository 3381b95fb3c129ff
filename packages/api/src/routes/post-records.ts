import { createRecord } from '@tallyhook/store';
import { fieldsSchema, recordLimitBytes, typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

/** Makes a record. */
export const postRecords = defineRoute({
  method: 'post',
  path: '/api/records',
  needs: 'write',
  parameters: { type: typeParameter },
  body: {
    limitBytes: recordLimitBytes,
    schema: {
      type: 'object',
      properties: { fields: fieldsSchema },
      required: ['fields'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store }) {
    const { branch, by } = request.caller;
    const { fields } = request.body as { fields: Record<string, unknown> };
    const record = await createRecord(store, branch, request.parameters.type, fields, by);
    response.status(201).json(record);
  },
});
