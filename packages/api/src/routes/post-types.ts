import type { RecordType } from '@tallyhook/schemas';
import { defineType } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Defines a record type of the workspace's own; the store checks it as it checks the types of an app. */
export const postTypes = defineRoute({
  method: 'post',
  path: '/api/types',
  needs: 'write',
  body: { limitBytes: 256 * 1024, schema: { type: 'object' } },
  async handler(request, response, { store }) {
    const { branch, by } = request.caller;
    const type = request.body as RecordType;
    const { types } = await defineType(store, branch, type, by);
    response.status(201).json(types.find(({ name }) => name === type.name));
  },
});
