import type {
  Delivery,
  DeliveryConflict,
  DeliveryTarget,
  Installation,
  LinkedAccount,
  Release,
  ReleasePreview,
  UnreadDeliveries,
} from '@tallyhook/store';
import * as part from './parts.ts';

const { componentRef, listOf, objectOf, oneOf, orNull } = part;

const target = objectOf<DeliveryTarget>({
  key: part.text,
  workspaceId: part.id,
  branchId: part.id,
  branchName: part.text,
  workflowId: part.id,
  accountId: orNull(part.id),
  status: oneOf(['waiting', 'started', 'refused']),
  startedAt: orNull(part.moment),
  started: orNull(objectOf<{ workflowId: string; runId: string }>({ workflowId: part.text, runId: part.text })),
  reason: orNull(part.text),
});

const conflict = objectOf<DeliveryConflict>({
  at: part.moment,
  keptSha256: part.sha256,
  givenSha256: part.sha256,
});

/** The answers about connectors: the marketplace, what is installed, linked accounts and deliveries. */
export const connectorAnswers = {
  ConnectorList: objectOf<{ marketplace: unknown; installed: unknown }>({
    marketplace: listOf(componentRef('Release')),
    installed: listOf(componentRef('Installation')),
  }),
  Release: objectOf<Release>({
    connector: part.text,
    name: part.text,
    version: part.text,
    sha256: part.sha256,
    workspaceId: orNull(part.id),
    releasedAt: part.moment,
  }),
  ReleasePreview: objectOf<ReleasePreview>({
    connector: part.text,
    name: part.text,
    version: part.text,
    sha256: part.sha256,
    workspaceId: orNull(part.id),
    before: orNull(part.text),
    isThere: part.yesNo,
  }),
  Installation: objectOf<Installation>({
    connector: part.text,
    version: part.text,
    sha256: part.sha256,
    installedAt: part.moment,
    installedBy: part.text,
    development: part.yesNo,
  }),
  LinkedAccount: objectOf<LinkedAccount>({
    id: part.id,
    workspaceId: part.id,
    connector: part.text,
    label: part.text,
    externalId: orNull(part.text),
    ownerPersonId: orNull(part.id),
    createdAt: part.moment,
    refused: orNull(objectOf<{ at: string; reason: string }>({ at: part.moment, reason: part.text })),
  }),
  DeliveryPage: objectOf<{
    deliveries: unknown;
    nextCursor?: string;
    unlinked?: number;
    unread?: UnreadDeliveries;
  }>(
    {
      deliveries: listOf(componentRef('Delivery')),
      nextCursor: part.text,
      unlinked: part.count,
      unread: objectOf<UnreadDeliveries>({ count: part.count, lastAt: part.moment, lastReason: part.text }),
    },
    ['nextCursor', 'unlinked', 'unread'],
  ),
  Delivery: objectOf<Delivery>({
    id: part.id,
    connector: part.text,
    connectorVersion: part.text,
    event: part.text,
    externalId: part.text,
    deliveryId: part.text,
    identity: part.sha256,
    receivedAt: part.moment,
    contentType: part.text,
    sizeBytes: part.count,
    sha256: part.sha256,
    outcome: oneOf(['accepted', 'untriggered', 'unlinked']),
    targets: listOf(target),
    repeats: part.count,
    conflictCount: part.count,
    conflicts: listOf(conflict),
  }),
};
