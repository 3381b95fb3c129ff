export { acceptDeliveries, deliveryIdentity } from './accept-deliveries.ts';
export type { AcceptedDelivery, ReceivedBody, ReceivedEvent } from './accept-deliveries.ts';
export {
  countUnlinkedDeliveries,
  findDelivery,
  getDelivery,
  listDeliveries,
  readDelivery,
  readDeliveryBody,
} from './deliveries.ts';
export {
  keepConfirmation,
  listConfirmations,
  nextConfirmationAt,
  noteConfirmation,
  takeConfirmation,
} from './confirmations.ts';
export type { Confirmation } from './confirmations.ts';
export { findUnreadDeliveries, noteUnreadDelivery } from './unread-deliveries.ts';
export type { UnreadDeliveries } from './unread-deliveries.ts';
export type { Delivery, DeliveryBody, DeliveryConflict, DeliveryRequest, DeliveryTarget } from './deliveries.ts';
export { deleteDeliveries } from './delete-deliveries.ts';
export type { DeliveryChoice } from './delete-deliveries.ts';
export { eventPayload, payloadTest } from './event-payload.ts';
export type { EventPayload } from './event-payload.ts';
export type { EventReading } from './delivery-targets.ts';
export { findEarlierDelivery } from './look-back.ts';
export { listUnstartedBefore, listUnstartedTargets, markTargetRefused, markTargetStarted } from './delivery-starts.ts';
export type { UnstartedTarget } from './delivery-starts.ts';
