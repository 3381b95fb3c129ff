import { readTypeUses } from '@tallyhook/store/types';
import { defineRoute } from '../route.ts';

export const getTypeUses = defineRoute({
  method: 'get',
  path: '/api/types/:name/uses',
  access: 'read',
  summary: 'Lists the reports, workflows and fields that would stop without a record type.',
  answer: 'TypeUses',
  handler: (request, { store }) => readTypeUses(store, request.caller.branch, request.params.name),
});
