import { createGate, findCollection, makeCollection, openGate } from '../collections/collections.ts';
import type { CommitDocument } from '../commits/commits.ts';
import type { Store } from '../database/store.ts';
import { deadWriterTimeoutMs, inTransaction } from '../database/transaction.ts';
import { addCommit, beginWrite, writeType, type PlannedWrite, type WrittenType } from './write-merge.ts';

/** Writes everything in one transaction. Other writers of its types wait, so that it succeeds. */
export async function writeSmallMerge(store: Store, planned: PlannedWrite): Promise<CommitDocument> {
  const { branch, types } = planned;
  for (const { type } of types) {
    if (!(await findCollection(store, branch, type))) await makeCollection(store, branch, type);
  }
  const which = { branchId: branch.id, type: { $in: types.map(({ type }) => type) } };
  const closeGate = createGate(store, branch.workspaceId, which);
  try {
    const write = async (session: Parameters<PlannedWrite['begin']>[0]) => {
      await closeGate();
      await beginWrite(store, planned, session);
      const written: WrittenType[] = [];
      for (const one of types) written.push(await writeType(store, planned, one, session));
      return addCommit(store, planned, written, session);
    };
    return await inTransaction(store, write, { timeoutMs: deadWriterTimeoutMs });
  } finally {
    await openGate(store, branch.workspaceId, which);
  }
}
