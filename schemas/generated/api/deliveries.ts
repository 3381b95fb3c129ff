// Made from api/deliveries.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment, Sha256 } from './parts.ts';

export interface DeliveryPage {
  deliveries: Delivery[];
  /**
   * Requests the next page; absent on the last one.
   */
  nextCursor?: string;
  /**
   * For one connector: how many deliveries were for accounts that nobody linked.
   */
  unlinked?: Count;
  unread?: UnreadDeliveries;
}
/**
 * A stored webhook delivery, without its body.
 */
export interface Delivery {
  id: Id;
  connector: string;
  connectorVersion: string;
  event: string;
  /**
   * The account at the other service; `any` if the connector does not say.
   */
  externalId: string;
  /**
   * The id from the other service; a very long one is shown as its digest.
   */
  deliveryId: string;
  /**
   * SHA-256 over connector, account and delivery id. Repeats have the same identity.
   */
  identity: Sha256;
  receivedAt: Moment;
  contentType: string;
  /**
   * The size of the body that contained the event.
   */
  sizeBytes: Count;
  /**
   * SHA-256 over the event and its payload.
   */
  sha256: Sha256;
  /**
   * `accepted`: at least one workflow takes it. `untriggered`: the account is linked, but no workflow takes it. `unlinked`: nobody linked the account.
   */
  outcome: 'accepted' | 'untriggered' | 'unlinked';
  targets: DeliveryTarget[];
  /**
   * How often the same delivery came again.
   */
  repeats: Count;
  /**
   * How often another content came with the same delivery id; `conflicts` has the first of them.
   */
  conflictCount: Count;
  conflicts: DeliveryConflict[];
}
/**
 * Deliveries that contain no event by the connector's declaration, or several different events with one id.
 */
export interface UnreadDeliveries {
  count: Count;
  lastAt: Moment;
  lastReason: string;
}
/**
 * A workflow on a branch that the delivery starts.
 */
export interface DeliveryTarget {
  key: string;
  workspaceId: Id;
  branchId: Id;
  branchName: string;
  workflowId: Id;
  /**
   * The linked account that the delivery was for.
   */
  accountId: Id | null;
  /**
   * `waiting` until Temporal has the run; `refused` if it can never start, for `reason`.
   */
  status: 'waiting' | 'started' | 'refused';
  startedAt: Moment | null;
  /**
   * The ids of the run at Temporal.
   */
  started: {
    workflowId: string;
    runId: string;
  } | null;
  reason: string | null;
}
/**
 * Another content that came with the same delivery id. It started nothing.
 */
export interface DeliveryConflict {
  at: Moment;
  /**
   * The digest of the stored content.
   */
  keptSha256: Sha256;
  /**
   * The digest of the later content.
   */
  givenSha256: Sha256;
}
