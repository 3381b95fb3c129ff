import { defineRoute } from '../route.ts';
import { describeSpeed } from '../speed/describe-speed.ts';

export const getSpeed = defineRoute({
  method: 'get',
  path: '/api/speed',
  access: 'tune',
  summary: 'The fields that reports filter on, what that took, and which have an index.',
  answer: 'Speed',
  async handler(request, { store, usage }) {
    await usage.flush();
    return describeSpeed(store, request.caller.branch);
  },
});
