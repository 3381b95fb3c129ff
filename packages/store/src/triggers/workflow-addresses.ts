import { randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { audited } from '../audit/audit.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** The address that only one workflow of a branch has, `/start/<key>`. */
export interface WorkflowAddress {
  /** What its deliveries are kept for, as for a linked account. */
  id: string;
  workspaceId: string;
  branchId: string;
  branchName: string;
  workflowId: string;
  key: string;
  /** The template that names a delivery. */
  deliveryId: string;
}

interface WorkflowAddressDocument extends Omit<WorkflowAddress, 'id'> {
  _id: string;
}

export const workflowAddressIndexes: CollectionIndexes = {
  collection: 'workflow_addresses',
  indexes: [
    { key: { key: 1 }, name: 'key', unique: true },
    { key: { branchId: 1, workflowId: 1 }, name: 'workflow', unique: true },
  ],
};

const addresses = (store: Store): Collection<WorkflowAddressDocument> =>
  store.system.collection(workflowAddressIndexes.collection);

type Place = Omit<WorkflowAddress, 'id' | 'key' | 'deliveryId'>;

/** The key of an address that receives deliveries: 192 random bits. */
export const makeHookKey = (): string => randomBytes(24).toString('base64url');

/** The address of a workflow, made if it has none. `deliveryId` is the template that names its deliveries from now on. */
export async function openWorkflowAddress(
  store: Store,
  { workspaceId, branchId, branchName, workflowId }: Place,
  deliveryId: string,
): Promise<WorkflowAddress> {
  const row = await addresses(store).findOneAndUpdate(
    { branchId, workflowId },
    { $set: { deliveryId }, $setOnInsert: { _id: newId(), workspaceId, branchName, key: makeHookKey() } },
    { upsert: true, returnDocument: 'after' },
  );
  return toAddress(row!);
}

/** Gives a workflow another address; the old one stops at once. Null if it has none. */
export async function changeWorkflowAddress(
  store: Store,
  { workspaceId, branchId, workflowId }: Omit<Place, 'branchName'>,
  by: string,
): Promise<WorkflowAddress | null> {
  const entry = { action: 'workflow.address_changed', by, at: new Date(), workspaceId, target: workflowId } as const;
  return audited(store, entry, async (session) => {
    const row = await addresses(store).findOneAndUpdate(
      { branchId, workflowId },
      { $set: { key: makeHookKey() } },
      { returnDocument: 'after', session },
    );
    return row && toAddress(row);
  });
}

/** The workflow at an address; null if no workflow has it. */
export async function findWorkflowAtAddress(store: Store, key: string): Promise<WorkflowAddress | null> {
  const row = await addresses(store).findOne({ key });
  return row && toAddress(row);
}

/** The addresses of the workflows of a branch, by workflow id. */
export async function listWorkflowAddresses(store: Store, branchId: string): Promise<Map<string, WorkflowAddress>> {
  const rows = await addresses(store).find({ branchId }).toArray();
  return new Map(rows.map((row) => [row.workflowId, toAddress(row)]));
}

/** Removes the addresses of a branch. */
export async function removeBranchAddresses(store: Store, branchId: string): Promise<void> {
  await addresses(store).deleteMany({ branchId });
}

function toAddress({ _id, ...row }: WorkflowAddressDocument): WorkflowAddress {
  return { id: _id, ...row };
}
