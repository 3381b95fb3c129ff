import { defineRoute } from '../route.ts';

export const getTypes = defineRoute({
  method: 'get',
  path: '/api/types',
  access: 'read',
  summary: 'Lists the record types of the branch.',
  answer: 'RecordType[]',
  handler(request) {
    return request.caller.branch.types;
  },
});
