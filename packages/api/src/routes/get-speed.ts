import { defineRoute } from '../route.ts';
import { describeSpeed } from '../speed/describe-speed.ts';

/** The fields that reports filtered on, how often and how long that took, and the index of each. */
export const getSpeed = defineRoute({
  method: 'get',
  path: '/api/speed',
  needs: 'tune',
  async handler(request, response, { store, usage }) {
    await usage.flush();
    response.json(await describeSpeed(store, request.caller.branch));
  },
});
