import { readPlanTotal, readPlanUsage } from '@tallyhook/store/keys';
import { endOfMonth, monthOf } from '../questions/plan-calls.ts';
import { defineRoute } from '../route.ts';

export const getPlan = defineRoute({
  method: 'get',
  path: '/api/plan',
  access: { person: 'manage' },
  summary: 'Returns how many calls of the plan the API keys used this month, and the quota.',
  answer: 'PlanCalls',
  async handler(request, { store, now, maxPlanCalls }) {
    const at = now();
    const month = monthOf(at);
    const { workspaceId } = request.caller;
    const usage = await readPlanUsage(store, workspaceId, month);
    // With a quota, the total is exact; the calls of the keys are written a moment later.
    const total = await readPlanTotal(store, { workspaceId, month });
    const calls = Math.max(
      total,
      usage.reduce((sum, used) => sum + used.calls, 0),
    );
    const keys = usage.map((used) => ({ keyId: used.keyId, calls: used.calls }));
    return { month, calls, maxCalls: maxPlanCalls, renewsAt: endOfMonth(at).toISOString(), keys };
  },
});
