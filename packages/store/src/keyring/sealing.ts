import { ensureDataKey, openDataKey } from './data-keys.ts';
import { open, seal, type SealedText } from './seal-bytes.ts';
import type { Store } from '../database/store.ts';

export type { SealedText } from './seal-bytes.ts';

/**
 * Seals a text so that it opens only for this workspace and this account.
 * @throws Problem `unavailable` if the store was opened without a keyring: nothing is ever stored unsealed.
 */
export async function sealText(
  store: Store,
  { workspaceId, accountId, text }: SealedPlace & { text: string },
): Promise<SealedText> {
  const dataKey = await ensureDataKey(store, workspaceId);
  return seal(dataKey, accountLabel({ workspaceId, accountId }), Buffer.from(text, 'utf8'));
}

/** The account that a sealed text belongs to. */
export interface SealedPlace {
  workspaceId: string;
  accountId: string;
}

/**
 * Opens a text sealed by {@link sealText}.
 * @throws Problem `internal` if the key is wrong, a byte was changed, or the text was copied from another account or
 * workspace.
 */
export async function openText(
  store: Store,
  { workspaceId, accountId, sealed }: SealedPlace & { sealed: SealedText },
): Promise<string> {
  const dataKey = await openDataKey(store, workspaceId);
  return open(dataKey, accountLabel({ workspaceId, accountId }), sealed).toString('utf8');
}

const accountLabel = ({ workspaceId, accountId }: SealedPlace) => `tallyhook/account/${workspaceId}/${accountId}`;
