// Made from api/deliveries.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment, Sha256 } from './parts.ts';
import type { RunSummary } from './runs.ts';

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
  /**
   * The last calls that services asked for in a delivery, newest first; only on the first page of all deliveries.
   */
  confirmations?: DeliveryConfirmation[];
}
/**
 * A call that a service asked for in a delivery, to confirm that its deliveries are wanted.
 */
export interface DeliveryConfirmation {
  id: Id;
  connector: string;
  /**
   * The linked account at whose own address it arrived; null at the common one.
   */
  accountId: Id | null;
  /**
   * Where the call goes. The rest of the address is secret.
   */
  host: string;
  /**
   * `waiting` for its first or another attempt; `failed`: all attempts failed.
   */
  state: 'waiting' | 'confirmed' | 'failed';
  attempts: Count;
  receivedAt: Moment;
  /**
   * When it is called again; null once it has ended.
   */
  nextAt: Moment | null;
  /**
   * Why the last attempt failed; null if none did.
   */
  reason: string | null;
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
   * The connector's webhook; absent in older deliveries.
   */
  webhook?: string;
  /**
   * The linked account, or the workflow's address, at whose own address it arrived; null at the common one.
   */
  accountId?: Id | null;
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
   * `accepted`: at least one workflow takes it. `untriggered`: the account is linked, but no workflow takes it. `unlinked`: nobody linked the account. `conflict`: another delivery came before with its id; it can be replayed.
   */
  outcome: 'accepted' | 'untriggered' | 'unlinked' | 'conflict';
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
  /**
   * The delivery that came before with this id and another content; null for all others.
   */
  conflictOf: Id | null;
}
/**
 * A delivery with its body, and the runs of the branch that it started.
 */
export interface DeliveryContent {
  delivery: Delivery;
  /**
   * Null if the body was not kept because nobody had linked the account.
   */
  content: {
    payload: unknown;
    /**
     * The body as text, shortened to 256 KiB; null if it is not valid UTF-8.
     */
    raw: string | null;
    /**
     * By lower-case name; values that may be credentials are masked.
     */
    headers: {
      [k: string]: string;
    };
    query: {
      [k: string]: unknown;
    };
    /**
     * What stood around the list that the body was split by; null if it was not.
     */
    around: unknown;
  } | null;
  /**
   * What came later under the same id with other content, and started nothing; the first ten.
   */
  conflicts: {
    /**
     * The delivery that keeps it.
     */
    id: Id;
    at: Moment;
    event: string;
    payload: unknown;
  }[];
  runs: RunSummary[];
  /**
   * Why it started nothing, and what to do; null if it started something.
   */
  reason: string | null;
  /**
   * The workflows of the branch that it can be replayed to.
   */
  workflows: {
    id: Id;
    name: string;
    on: boolean;
  }[];
}
/**
 * Which deliveries to delete: those that meet everything given.
 */
export interface DeliveryDeletion {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  ids?: Id[];
  connector?: string;
  outcome?: 'accepted' | 'untriggered' | 'conflict';
  /**
   * Only those that came before.
   */
  before?: Moment;
}
export interface DeletedDeliveries {
  /**
   * How many were deleted, at most 50,000 at once. Those with runs that have not ended stay.
   */
  deleted: number;
}
/**
 * Runs a workflow with deliveries that came before.
 */
export interface DeliveryReplay {
  /**
   * The id of the workflow.
   */
  workflow: string;
  /**
   * @minItems 1
   * @maxItems 100
   */
  deliveries: string[];
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
   * The wait of a run that the delivery ends; absent if it starts a run.
   */
  waitId?: Id;
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
  /**
   * The delivery that keeps it, which can be replayed; null if nobody linked the account.
   */
  delivery: Id | null;
}
