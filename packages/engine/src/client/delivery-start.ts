import type { Workflow } from '@tallyhook/schemas';
import type { Delivery } from '@tallyhook/store/deliveries';
import type { RunTrigger } from '@tallyhook/store/runs';
import { addressConnector } from '@tallyhook/store/workflows';

/** What a run stores of the delivery that started it. */
export function startOfDelivery({ id: deliveryId, connector, event }: Delivery): RunTrigger {
  if (connector === addressConnector) return { kind: 'address', deliveryId };
  return { kind: 'connector', connector, deliveryId, event };
}

/** Whether a trigger takes deliveries of a connector, whatever its events and conditions are. */
export function takesDeliveriesOf({ trigger }: Pick<Workflow, 'trigger'>, connector: string): boolean {
  if (trigger.kind === 'address') return connector === addressConnector;
  return trigger.kind === 'connector' && trigger.connector === connector;
}
