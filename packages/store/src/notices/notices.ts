import type { ClientSession, Collection } from 'mongodb';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** The kinds of notices. */
export type NoticeKind = 'runFailed' | 'decision' | 'question' | 'runEnded' | 'message' | 'accountRefused';

/** Something that a person should know, as one line. */
export interface NoticeLine {
  /** Null for what is not about a run. */
  runId: string | null;
  text: string;
  /** What a message opens instead of its run: a report of the branch, and an address outside. */
  reportId?: string;
  link?: string;
}

/** A message to a person about one workflow or account, gathered over a few minutes. */
export interface Notice {
  id: string;
  personId: string;
  kind: NoticeKind;
  workspaceId: string;
  /** Null for an account. */
  branchName: string | null;
  /** The id and the name of the workflow or account. */
  subjectId: string;
  subjectName: string;
  /** How many there were; `lines` has the first of them. */
  count: number;
  lines: NoticeLine[];
}

interface NoticeDocument extends Omit<Notice, 'id'> {
  _id: string;
  /** When it is sent; moved on by the process that sends it. */
  dueAt: Date;
  /** Set once it is being sent: what happens after that is another notice. */
  takenAt?: Date;
  expiresAt: Date;
}

const maxLines = 10;
const gatheredMs = 2 * 60_000;
const retryMs = 5 * 60_000;
const keptMs = 7 * 86_400_000;

export const noticeIndexes: CollectionIndexes = {
  collection: 'notices',
  indexes: [
    { key: { dueAt: 1 }, name: 'due' },
    { key: { personId: 1, kind: 1, subjectId: 1 }, name: 'openBySubject' },
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
  ],
};

const notices = (store: Store): Collection<NoticeDocument> => store.system.collection(noticeIndexes.collection);

/** Sends a person a line in a few minutes, together with what else happens until then. */
export async function addNotice(
  store: Store,
  { line, ...notice }: Omit<Notice, 'id' | 'count' | 'lines'> & { line: NoticeLine },
  now: Date,
  session?: ClientSession,
): Promise<void> {
  const { personId, kind, subjectId, ...others } = notice;
  await notices(store).updateOne(
    { personId, kind, subjectId, takenAt: { $exists: false } },
    {
      $inc: { count: 1 },
      $push: { lines: { $each: [line], $slice: maxLines } },
      $setOnInsert: {
        ...{ _id: newId(), ...others },
        ...{ dueAt: new Date(now.getTime() + gatheredMs), expiresAt: new Date(now.getTime() + keptMs) },
      },
    },
    { upsert: true, ...(session && { session }) },
  );
}

/**
 * Takes the next notice to send; undefined if none is due. Another process does not take it for some minutes, so one
 * that dies sends it late, and seldom twice.
 */
export async function takeNotice(store: Store, now: Date): Promise<Notice | undefined> {
  const row = await notices(store).findOneAndUpdate(
    { dueAt: { $lte: now } },
    { $set: { dueAt: new Date(now.getTime() + retryMs), takenAt: now } },
    { sort: { dueAt: 1 }, returnDocument: 'after' },
  );
  if (row === null) return undefined;
  const { _id: id, personId, kind, workspaceId, branchName, subjectId, subjectName, count, lines } = row;
  return { id, personId, kind, workspaceId, branchName, subjectId, subjectName, count, lines };
}

/** Removes a notice that was sent, or that nobody is there for. */
export async function removeNotice(store: Store, id: string): Promise<void> {
  await notices(store).deleteOne({ _id: id });
}
