import type { WorkflowStart } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import { readDelivery } from '@tallyhook/store/deliveries';
import type { TriggerWork } from './work.ts';

export const connector: TriggerWork<Extract<WorkflowStart, { kind: 'connector' }>> = {
  readRoots: (store, { deliveryId }) => readDeliveryRoots(store, deliveryId),
};

/** The values of a delivery that templates read. */
export async function readDeliveryRoots(store: Store, id: string): Promise<Record<string, unknown>> {
  const { delivery, body } = await readDelivery(store, id);
  const { event, deliveryId, externalId, receivedAt } = delivery;
  const { payload, headers, query, around = null } = body;
  return { event, deliveryId, externalId, receivedAt, payload, headers, query, around };
}
