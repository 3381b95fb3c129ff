import type { WorkflowStart } from '@tallyhook/schemas/kinds';
import { getDelivery, readDeliveryBody } from '@tallyhook/store/deliveries';
import type { TriggerWork } from './work.ts';

export const connector: TriggerWork<Extract<WorkflowStart, { kind: 'connector' }>> = {
  async readRoots(store, start) {
    const [delivery, body] = await Promise.all([
      getDelivery(store, start.deliveryId),
      readDeliveryBody(store, start.deliveryId),
    ]);
    const { event, deliveryId, externalId, receivedAt } = delivery;
    return { event, deliveryId, externalId, receivedAt, payload: body.payload };
  },
};
