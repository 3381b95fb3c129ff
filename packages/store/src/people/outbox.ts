import { openText, sealText, type SealedText } from '../keyring/sealing.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import { coreWorkspaceId } from '../database/core-workspace.ts';

/** A mail to be sent, or to be shown to operators where no mail server is set. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  createdAt: string;
  /** Null while it was not sent. */
  sentAt: string | null;
  /** Why it could not be sent yet; null if nothing failed. */
  error: string | null;
}

interface MailDocument {
  _id: string;
  to: string;
  subject: string;
  /** The text contains links that work like passwords. */
  sealed: SealedText;
  createdAt: Date;
  expiresAt: Date;
  /** When it may be tried; moved on by the process that tries. */
  nextAt: Date;
  tries: number;
  sentAt?: Date;
  error?: string;
}

export const outboxIndexes: CollectionIndexes = {
  collection: 'outbox',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }, { key: { sentAt: 1, nextAt: 1 } }],
};

const keptDays = 7;
const maxListed = 200;
const firstPauseMs = 60_000;
const maxTries = 8;

const outbox = (store: Store) => store.system.collection<MailDocument>(outboxIndexes.collection);

/** Saves a mail for sending. Its text is sealed, and it is deleted after seven days. */
export async function putMail(
  store: Store,
  { to, subject, text, now }: { to: string; subject: string; text: string; now: Date },
): Promise<void> {
  const _id = newId();
  const sealed = await sealText(store, { workspaceId: coreWorkspaceId, accountId: `mail/${_id}`, text });
  const expiresAt = new Date(now.getTime() + keptDays * 24 * 60 * 60 * 1000);
  await outbox(store).insertOne({ _id, to, subject, sealed, createdAt: now, expiresAt, nextAt: now, tries: 0 });
}

/** Lists the mails of the last seven days, newest first, with their links: for operators only. */
export async function listMails(store: Store): Promise<Mail[]> {
  const rows = await outbox(store).find().sort({ _id: -1 }).limit(maxListed).toArray();
  return Promise.all(rows.map((row) => toMail(store, row)));
}

/**
 * Takes the next mail to send; undefined if none is due. Another process does not take it until its pause is over, so a
 * process that dies sends it late, and seldom twice.
 */
export async function takeMail(store: Store, now: Date): Promise<Mail | undefined> {
  const due = { sentAt: { $exists: false }, nextAt: { $lte: now }, tries: { $lt: maxTries } };
  const pauseMs = { $multiply: [firstPauseMs, { $pow: [2, '$tries'] }] };
  const row = await outbox(store).findOneAndUpdate(
    due,
    [{ $set: { nextAt: { $add: [now, pauseMs] }, tries: { $add: ['$tries', 1] } } }],
    { sort: { nextAt: 1 }, returnDocument: 'after' },
  );
  return row === null ? undefined : toMail(store, row);
}

/** Records that a mail was sent, or why it was not. */
export async function noteMail(store: Store, id: string, outcome: { sentAt: Date } | { error: string }): Promise<void> {
  await outbox(store).updateOne({ _id: id }, { $set: outcome, ...('sentAt' in outcome && { $unset: { error: '' } }) });
}

async function toMail(
  store: Store,
  { _id, to, subject, sealed, createdAt, sentAt, error }: MailDocument,
): Promise<Mail> {
  const text = await openText(store, { workspaceId: coreWorkspaceId, accountId: `mail/${_id}`, sealed });
  const times = { createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null };
  return { id: _id, to, subject, text, ...times, error: error ?? null };
}
