import { describeHealth } from '../describe-health.ts';
import { defineRoute } from '../route.ts';

/** Whether the whole service can work: 200 when every part is ready, else 503 with the parts that are not. */
export const getHealth = defineRoute({
  method: 'get',
  path: '/health',
  needs: 'nothing',
  async handler(_request, response, deps) {
    const health = await describeHealth(deps);
    response.setHeader('Cache-Control', 'no-store');
    if (health.status !== 'ready') response.setHeader('Retry-After', '2');
    response.status(health.status === 'ready' ? 200 : 503).json(health);
  },
});
