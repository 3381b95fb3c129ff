import type { ClientSession } from 'mongodb';
import { branches, mainBranch, type WorkspaceCalendar } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/** That of a workspace for which nobody chose. */
export const usualCalendar: WorkspaceCalendar = { timezone: 'UTC', weekStart: 'monday' };

/** The calendar of a workspace, which every branch has as its main branch does. */
export async function readCalendar(
  store: Store,
  workspaceId: string,
  session?: ClientSession,
): Promise<WorkspaceCalendar> {
  const options = { projection: { _id: 0, timezone: 1, weekStart: 1 }, session };
  const found = await branches(store, workspaceId).findOne<WorkspaceCalendar>({ name: mainBranch }, options);
  return found ?? usualCalendar;
}

/** The same for a new branch: a change of the calendar comes before its transaction or after it, never beside it. */
export async function holdCalendar(
  store: Store,
  workspaceId: string,
  session: ClientSession,
): Promise<WorkspaceCalendar> {
  await branches(store, workspaceId).updateOne({ name: mainBranch }, { $inc: { held: 1 } }, { session });
  return readCalendar(store, workspaceId, session);
}

/** Changes the calendar on every branch of the workspace. */
export async function setCalendar(
  store: Store,
  workspaceId: string,
  changes: Partial<WorkspaceCalendar>,
  session: ClientSession,
): Promise<void> {
  await branches(store, workspaceId).updateMany({}, { $set: changes }, { session });
}
