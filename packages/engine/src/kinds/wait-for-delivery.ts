import type { WaitForDeliveryStep, WorkflowCondition } from '@tallyhook/schemas';
import { durationMs } from '@tallyhook/schemas/kinds';
import { ActionError, maskSentCredentials } from '@tallyhook/sdk';
import { endWaitInTime, openWait } from '@tallyhook/store/runs';
import { deliveryRoute, putTriggerRoute } from '@tallyhook/store/workflows';
import { endByEarlierDelivery } from '../client/look-back.ts';
import { usualWait } from './ask-person.ts';
import { readDeliveryRoots } from './connector.ts';
import { stillWaiting, type StepWork } from './work.ts';

export const waitForDelivery: StepWork<WaitForDeliveryStep> = {
  async run({ store, now }, { run, step, key, fillIn, keepInput }) {
    const { connector, webhook, events, account, within = usualWait } = step;
    const conditions = (await fillIn(step.conditions ?? [])) as WorkflowCondition[];
    await keepInput({ connector, events, conditions });
    const wanted = { connector, events, conditions, ...(webhook && { webhook }), ...(account && { account }) };
    const route = await deliveryRoute(store, run, { wanted, accounts: run.accounts });
    const openedAt = now();
    const until = new Date(openedAt.getTime() + durationMs(within));
    const wait = await openWait(store, { key, run, asked: null, openedAt, until });
    if (wait.state === 'open') {
      await putTriggerRoute(store, { ...route, waitId: wait.id });
      // It may have come between what the run did before and now.
      if (await endByEarlierDelivery(store, wait)) return { waits: { until: openedAt, wakes: true } };
    }
    return { waits: { until: wait.until, wakes: true } };
  },
  async close({ store, now }, { step, key }) {
    const wait = await endWaitInTime(store, key, now());
    if (wait?.state === 'open') return stillWaiting;
    if (wait?.answer && 'deliveryId' in wait.answer) {
      const { headers = {}, ...roots } = await readDeliveryRoots(store, wait.answer.deliveryId);
      // Outputs are shown to everybody who sees the run.
      return { arrived: true, ...roots, headers: maskSentCredentials(headers as Record<string, unknown>) };
    }
    if (step.otherwise === 'goOn') return { arrived: false };
    const what = step.events.includes('*') ? 'event' : step.events.join(' or ');
    throw new ActionError('fatal', `No ${what} of ${step.connector} came within ${step.within ?? usualWait}.`);
  },
};
