import { describeHealth } from '../describe-health.ts';
import { defineRoute, sent } from '../route.ts';

export const getHealth = defineRoute({
  method: 'get',
  path: '/health',
  access: 'anyone',
  summary: 'Reports whether every part of the service is ready.',
  answer: 'Health',
  ownRefusals: { 503: 'Health' },
  async handler(_request, deps, response) {
    const health = await describeHealth(deps);
    response.setHeader('Cache-Control', 'no-store');
    if (health.status !== 'ready') response.setHeader('Retry-After', '2');
    response.status(health.status === 'ready' ? 200 : 503).json(health);
    return sent;
  },
});
