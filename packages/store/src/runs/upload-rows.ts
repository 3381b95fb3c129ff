import type { Collection, WithId } from 'mongodb';
import { keepValue, readValue, type KeptValue } from './kept-values.ts';
import { openText, sealText, type SealedText } from '../keyring/sealing.ts';
import type { Upload, UploadHold, UploadRequestEntry } from './upload.ts';
import type { UploadRequestName } from './upload-lines.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** Responses contain URLs that let anyone write to the upload, so they are stored sealed. */
type KeptEntry = Omit<UploadRequestEntry, 'answer'> & { answer: KeptValue | null };

/** The stored form. */
export interface UploadDocument extends Omit<Upload, 'id' | 'requests'> {
  _id: string;
  requests: Record<string, KeptEntry | null>;
}

const collectionName = 'uploads';

export const uploadIndexes: CollectionIndexes = {
  collection: collectionName,
  indexes: [{ key: { runId: 1, stepId: 1, item: 1 }, name: 'step', unique: true }],
};

/** The uploads of all runs. */
export function uploads(store: Store): Collection<UploadDocument> {
  return store.system.collection(collectionName);
}

/** A request as it is stored, with its answer sealed for its upload. */
export async function keepEntry(
  store: Store,
  hold: UploadHold,
  { answer, ...entry }: UploadRequestEntry,
): Promise<KeptEntry> {
  if (answer === undefined) return { ...entry, answer: null };
  const { id, workspaceId } = hold;
  const sealed = await sealText(store, { workspaceId, accountId: sealedFor(id), text: JSON.stringify(answer) });
  return { ...entry, answer: await keepValue(store, workspaceId, sealed) };
}

/** An upload with the answers to its requests. */
export async function openUpload(store: Store, document: WithId<UploadDocument>): Promise<Upload> {
  const upload = withoutAnswers(document);
  for (const [name, entry] of Object.entries(document.requests) as [UploadRequestName, KeptEntry | null][]) {
    if (entry?.answer) upload.requests[name]!.answer = await openAnswer(store, upload, entry.answer);
  }
  return upload;
}

async function openAnswer(store: Store, { id, workspaceId }: Upload, kept: KeptValue): Promise<unknown> {
  const sealed = (await readValue(store, workspaceId, kept)) as SealedText;
  return JSON.parse(await openText(store, { workspaceId, accountId: sealedFor(id), sealed })) as unknown;
}

const sealedFor = (uploadId: string): string => `upload/${uploadId}`;

/** An upload without the answers, which are read only to send. */
export function withoutAnswers({ _id, requests, ...rest }: WithId<UploadDocument>): Upload {
  const entries = Object.entries(requests).map(([name, entry]) => {
    if (entry === null) return [name, null];
    const { state, sends, sendingAt } = entry;
    return [name, { state, sends, sendingAt }];
  });
  return { id: _id, ...rest, requests: Object.fromEntries(entries) as Upload['requests'] };
}
