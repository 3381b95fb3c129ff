import { defineRoute } from '../route.ts';
import { describeSpeed } from '../speed/describe-speed.ts';

export const getSpeed = defineRoute({
  method: 'get',
  path: '/api/speed',
  access: 'tune',
  summary: 'Lists the fields that reports filter on, with the time taken and the state of their indexes.',
  answer: 'Speed',
  async handler(request, { store, usage }) {
    await usage.flush();
    return describeSpeed(store, request.caller.branch);
  },
});
