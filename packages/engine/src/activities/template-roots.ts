import type { Store } from '@tallyhook/store';
import { getDelivery, readDeliveryBody } from '@tallyhook/store/deliveries';
import { listStepResults, type Run } from '@tallyhook/store/runs';

/** What the templates of a step reach. */
export interface TemplateRoots {
  trigger: {
    event: string;
    deliveryId: string;
    externalId: string;
    receivedAt: string;
    payload: unknown;
  };
  steps: Record<string, { output: unknown }>;
}

/** Reads what the trigger brought and what the completed steps of the run have brought so far. */
export async function readTemplateRoots(store: Store, run: Run): Promise<TemplateRoots> {
  const [delivery, body, results] = await Promise.all([
    getDelivery(store, run.trigger.deliveryId),
    readDeliveryBody(store, run.trigger.deliveryId),
    listStepResults(store, run.id),
  ]);
  const { event, deliveryId, externalId, receivedAt } = delivery;
  const completed = results.filter(({ status }) => status === 'completed');
  return {
    trigger: { event, deliveryId, externalId, receivedAt, payload: body.payload },
    steps: Object.fromEntries(completed.map(({ stepId, output }) => [stepId, { output }])),
  };
}
