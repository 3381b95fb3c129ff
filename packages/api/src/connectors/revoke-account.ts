import { Problem } from '@tallyhook/schemas';
import { ActionError, revokeToken } from '@tallyhook/sdk';
import { openAccount, type LinkedAccount } from '@tallyhook/store/accounts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import type { ApiDependencies } from '../dependencies.ts';

const timeoutMs = 10_000;

/**
 * Has the service end the tokens of an account, if the connector says how. A service that does not answer must not keep
 * the person from removing the credentials here.
 */
export async function revokeAccount(
  { store, http, now }: Pick<ApiDependencies, 'store' | 'http' | 'now'>,
  { workspaceId, id, connector, stopped, isSignedIn }: LinkedAccount,
): Promise<{ isRevoked: boolean; reason: string | null }> {
  // A token that a person entered may be in use elsewhere.
  if (stopped !== null || !isSignedIn) return { isRevoked: false, reason: null };
  try {
    const released = await getInstalledPackage(store, workspaceId, connector);
    const { fields, client } = await openAccount(store, workspaceId, id);
    const way = { http, now: now().getTime(), signal: AbortSignal.timeout(timeoutMs) };
    return { isRevoked: await revokeToken(released, { account: fields, client }, way), reason: null };
  } catch (error) {
    if (!(error instanceof ActionError || error instanceof Problem)) throw error;
    return { isRevoked: false, reason: error.message };
  }
}
