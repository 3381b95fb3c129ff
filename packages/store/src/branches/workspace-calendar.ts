import type { ClientSession } from 'mongodb';
import { branches, mainBranch, type WorkspaceCalendar } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/** The default calendar of a workspace. */
export const defaultCalendar: WorkspaceCalendar = { timezone: 'UTC', weekStart: 'monday' };

/** Reads the calendar of a workspace from its main branch; all branches have the same one. */
export async function readCalendar(
  store: Store,
  workspaceId: string,
  session?: ClientSession,
): Promise<WorkspaceCalendar> {
  const options = { projection: { _id: 0, timezone: 1, weekStart: 1 }, session };
  const found = await branches(store, workspaceId).findOne<WorkspaceCalendar>({ name: mainBranch }, options);
  return found ?? defaultCalendar;
}

/** Reads the calendar for a new branch and conflicts with concurrent changes of it, so the branch cannot miss one. */
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
