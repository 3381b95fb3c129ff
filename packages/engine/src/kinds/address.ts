import type { WorkflowStart } from '@tallyhook/schemas/kinds';
import { readDeliveryRoots } from './connector.ts';
import type { TriggerWork } from './work.ts';

export const address: TriggerWork<Extract<WorkflowStart, { kind: 'address' }>> = {
  readRoots: (store, { deliveryId }) => readDeliveryRoots(store, deliveryId),
};
