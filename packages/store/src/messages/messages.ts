import type { Collection, Filter, WithId } from 'mongodb';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import { inTransaction } from '../database/transaction.ts';
import { addNotice } from '../notices/notices.ts';
import type { Run } from '../runs/runs.ts';
import type { StepKey } from '../runs/step-results.ts';

/** What a step of a run has told a person: one row per run, step, item and person. */
export interface Message extends StepKey {
  id: string;
  personId: string;
  branchId: string;
  workflowId: string;
  workflowName: string;
  text: string;
  /** The report that it opens, with the name that it had. */
  report: { id: string; name: string } | null;
  /** An address outside. */
  link: string | null;
  at: Date;
  /** Null while it is unread. */
  readAt: Date | null;
}

interface MessageDocument extends Omit<Message, 'id'> {
  _id: string;
  expiresAt: Date;
}

/** Whose messages: those of a person in a workspace. */
export interface Inbox {
  workspaceId: string;
  personId: string;
}

/** How many messages an inbox keeps, and for how long; older ones are removed, also if they are unread. */
const maxKept = 500;
const keptMs = 90 * 86_400_000;

export const messageIndexes: CollectionIndexes = {
  collection: 'messages',
  indexes: [
    { key: { runId: 1, stepId: 1, item: 1, personId: 1 }, name: 'told', unique: true },
    { key: { workspaceId: 1, personId: 1, _id: -1 }, name: 'inbox' },
    { key: { workspaceId: 1, personId: 1 }, name: 'unread', partialFilterExpression: { readAt: null } },
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
  ],
};

const messages = (store: Store): Collection<MessageDocument> => store.system.collection(messageIndexes.collection);

/**
 * Tells people something for a step of a run, each of them once, however often the step runs: in their inboxes, and by
 * a mail, which are written together.
 */
export async function tellPeople(
  store: Store,
  {
    key,
    run,
    personIds,
    at,
    ...content
  }: Pick<Message, 'text' | 'report' | 'link' | 'at'> & {
    key: StepKey;
    run: Run;
    personIds: readonly string[];
  },
): Promise<void> {
  const { workspaceId, runId, stepId, item } = key;
  const { branchId, branchName, workflowId, workflowName } = run;
  const expiresAt = new Date(at.getTime() + keptMs);
  const { text, report, link } = content;
  const line = { runId, text, ...(report !== null && { reportId: report.id }), ...(link !== null && { link }) };
  const subject = { workspaceId, branchName, subjectId: workflowId, subjectName: workflowName };
  await inTransaction(store, async (session) => {
    const before = await messages(store)
      .find({ runId, stepId, item }, { session, projection: { personId: 1 } })
      .toArray();
    const told = new Set(before.map(({ personId }) => personId));
    for (const personId of personIds.filter((one) => !told.has(one))) {
      const row = { workspaceId, runId, stepId, item, personId, branchId, workflowId, workflowName, ...content };
      await messages(store).insertOne({ _id: newId(), ...row, at, readAt: null, expiresAt }, { session });
      await addNotice(store, { personId, kind: 'message', ...subject, line }, at, session);
    }
  });
  for (const personId of personIds) await removeOldest(store, { workspaceId, personId });
}

async function removeOldest(store: Store, inbox: Inbox): Promise<void> {
  const match = ofInbox(inbox);
  const [last] = await messages(store).find(match).sort({ _id: -1 }).skip(maxKept).limit(1).toArray();
  if (last !== undefined) await messages(store).deleteMany({ ...match, _id: { $lte: last._id } });
}

/** Lists the messages of a person, newest first. `cursor` is the `nextCursor` of the previous page. */
export async function listMessages(
  store: Store,
  { isUnread, cursor, limit, ...inbox }: Inbox & { isUnread?: boolean; cursor?: string | undefined; limit: number },
): Promise<{ messages: Message[]; nextCursor?: string }> {
  const match: Filter<MessageDocument> = { ...ofInbox(inbox), ...(isUnread === true && { readAt: null }) };
  if (cursor !== undefined) match._id = { $lt: cursor };
  const rows = await messages(store)
    .find(match)
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray();
  const page = rows.slice(0, limit).map(toMessage);
  const last = page.at(-1);
  return { messages: page, ...(rows.length > limit && last !== undefined && { nextCursor: last.id }) };
}

/** Counts the unread messages of a person; stops at `atMost`. */
export async function countUnread(store: Store, inbox: Inbox, atMost: number): Promise<number> {
  return messages(store).countDocuments({ ...ofInbox(inbox), readAt: null }, { limit: atMost });
}

/** Marks a message of a person as read or unread. Returns false if the person has no such message. */
export async function markMessage(
  store: Store,
  { id, readAt, ...inbox }: Inbox & { id: string; readAt: Date | null },
): Promise<boolean> {
  // Reading it again keeps the first time.
  const change = readAt === null ? null : { $ifNull: ['$readAt', readAt] };
  const { matchedCount } = await messages(store).updateOne({ ...ofInbox(inbox), _id: id }, [
    { $set: { readAt: change } },
  ]);
  return matchedCount === 1;
}

/** Marks a message of a person and all earlier ones as read. */
export async function markMessagesUpTo(
  store: Store,
  { id, readAt, ...inbox }: Inbox & { id: string; readAt: Date },
): Promise<void> {
  await messages(store).updateMany({ ...ofInbox(inbox), _id: { $lte: id }, readAt: null }, { $set: { readAt } });
}

const ofInbox = ({ workspaceId, personId }: Inbox) => ({ workspaceId, personId });

function toMessage({ _id, expiresAt, ...row }: WithId<MessageDocument>): Message {
  void expiresAt;
  return { id: _id, ...row };
}
