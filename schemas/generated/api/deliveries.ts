// Made from api/deliveries.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment, Sha256 } from './parts.ts';

export interface DeliveryPage {
  deliveries: Delivery[];
  nextCursor?: string;
  unlinked?: Count;
  unread?: UnreadDeliveries;
}
export interface Delivery {
  id: Id;
  connector: string;
  connectorVersion: string;
  event: string;
  externalId: string;
  deliveryId: string;
  identity: Sha256;
  receivedAt: Moment;
  contentType: string;
  sizeBytes: Count;
  sha256: Sha256;
  outcome: 'accepted' | 'untriggered' | 'unlinked';
  targets: DeliveryTarget[];
  repeats: Count;
  conflictCount: Count;
  conflicts: DeliveryConflict[];
}
export interface UnreadDeliveries {
  count: Count;
  lastAt: Moment;
  lastReason: string;
}
export interface DeliveryTarget {
  key: string;
  workspaceId: Id;
  branchId: Id;
  branchName: string;
  workflowId: Id;
  accountId: Id | null;
  status: 'waiting' | 'started' | 'refused';
  startedAt: Moment | null;
  started: {
    workflowId: string;
    runId: string;
  } | null;
  reason: string | null;
}
export interface DeliveryConflict {
  at: Moment;
  keptSha256: Sha256;
  givenSha256: Sha256;
}
