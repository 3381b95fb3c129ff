import { Problem } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { audited } from '../audit/audit.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import { digestLinkToken, makeLinkToken } from '../people/secret-links.ts';

/** What a link shows. */
export type SharedKind = 'dashboard' | 'report';

/** A link that shows one dashboard or report without a sign-in. It has no secret: that is only in the link. */
export interface ShareLink {
  id: string;
  workspaceId: string;
  /** The branch id, so that a later branch of the same name is not shared. */
  branchId: string;
  kind: SharedKind;
  /** The id of the dashboard or report. */
  target: string;
  createdAt: string;
  createdBy: string;
  /** When the link was last opened, to the minute; null if never. */
  lastUsedAt: string | null;
  expiresAt: string;
}

interface ShareLinkDocument {
  _id: string;
  workspaceId: string;
  branchId: string;
  kind: SharedKind;
  target: string;
  sha256: string;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
  expiresAt: Date;
}

export const shareLinkIndexes: CollectionIndexes = {
  collection: 'share_links',
  indexes: [
    { key: { sha256: 1 }, unique: true },
    { key: { workspaceId: 1 }, name: 'ofWorkspace' },
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
  ],
};

const usedPrecisionMs = 60_000;
const maxLinks = 200;

const shareLinks = (store: Store) => store.system.collection<ShareLinkDocument>(shareLinkIndexes.collection);

/**
 * Creates a link. Only the returned token opens it.
 * @throws Problem `invalid_request` if the workspace has too many.
 */
export async function createShareLink(
  store: Store,
  given: Pick<ShareLinkDocument, 'workspaceId' | 'branchId' | 'kind' | 'target' | 'expiresAt'> & { name: string },
  { by, now }: { by: string; now: Date },
): Promise<{ link: ShareLink; token: string }> {
  const { name, ...parts } = given;
  const { workspaceId, kind } = given;
  const count = await shareLinks(store).countDocuments({ workspaceId, expiresAt: { $gt: now } });
  if (count >= maxLinks)
    throw new Problem('invalid_request', `A workspace can have at most ${maxLinks} links: remove one first.`);
  const { token, sha256 } = makeLinkToken();
  const document = { _id: newId(), ...parts, sha256, createdAt: now, createdBy: by, lastUsedAt: null };
  const details = { name, kind };
  await audited(
    store,
    { action: 'share.created', by, at: now, workspaceId, target: document._id, details },
    (session) => shareLinks(store).insertOne(document, { session }),
  );
  return { link: toShareLink(document), token };
}

/** Lists the working links of a workspace, newest first. */
export async function listShareLinks(store: Store, workspaceId: string, now: Date): Promise<ShareLink[]> {
  const working = { workspaceId, expiresAt: { $gt: now } };
  return (await shareLinks(store).find(working).sort({ _id: -1 }).toArray()).map(toShareLink);
}

/**
 * Revokes a link: the next request with it is refused.
 * @throws Problem `not_found` if the workspace has no such link.
 */
export async function revokeShareLink(
  store: Store,
  { workspaceId, id }: { workspaceId: string; id: string },
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await audited(store, { action: 'share.revoked', by, at: now, workspaceId, target: id }, async (session) => {
    const { deletedCount } = await shareLinks(store).deleteOne({ _id: id, workspaceId }, { session });
    if (deletedCount === 0) throw new Problem('not_found', `This workspace has no link with the id "${id}".`);
  });
}

/**
 * Finds the working link of a token and notes that it was used.
 * @throws Problem `not_found` for a revoked, ended or invented one.
 */
export async function openShareLink(store: Store, token: string, now: Date): Promise<ShareLink> {
  const document = await shareLinks(store).findOne({ sha256: digestLinkToken(token), expiresAt: { $gt: now } });
  if (document === null)
    throw new Problem('not_found', 'This link does not work: it has ended or was removed. Ask for a new one.');
  const { _id, lastUsedAt } = document;
  if (lastUsedAt === null || lastUsedAt.getTime() <= now.getTime() - usedPrecisionMs)
    await shareLinks(store).updateOne({ _id, lastUsedAt }, { $set: { lastUsedAt: now } });
  return toShareLink(document);
}

/** Deletes the links that a person made in a workspace, in the transaction that audits their leaving. */
export async function deleteShareLinksOf(
  store: Store,
  { workspaceId, personId }: { workspaceId: string; personId: string },
  session: ClientSession,
): Promise<void> {
  await shareLinks(store).deleteMany({ workspaceId, createdBy: personId }, { session });
}

function toShareLink(document: ShareLinkDocument): ShareLink {
  const { _id: id, workspaceId, branchId, kind, target, createdBy } = document;
  return {
    ...{ id, workspaceId, branchId, kind, target, createdBy },
    createdAt: document.createdAt.toISOString(),
    lastUsedAt: document.lastUsedAt?.toISOString() ?? null,
    expiresAt: document.expiresAt.toISOString(),
  };
}
