import { Problem } from '@tallyhook/schemas';
import { getLinkedAccount, openAccount, unlinkAccount, type LinkedAccount } from '@tallyhook/store/accounts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import { ActionError, revokeToken } from '@tallyhook/sdk';
import type { ApiDependencies } from '../dependencies.ts';
import { defineRoute } from '../route.ts';

const timeoutMs = 10_000;

export const deleteAccount = defineRoute({
  method: 'delete',
  path: '/api/accounts/:id',
  access: { person: 'write' },
  summary:
    'Removes an account: its tokens are revoked at the service if the connector says how, its credentials are deleted, and workflows that use it stop getting deliveries.',
  answer: 'UnlinkedAccount',
  async handler(request, deps) {
    const { workspaceId, personId, by, abilities } = request.caller;
    const { store, now } = deps;
    const account = await getLinkedAccount(store, workspaceId, request.params.id);
    if (account.ownerPersonId !== personId && !abilities.has('manage'))
      throw new Problem('forbidden', 'Only the person who linked the account, owners and admins can unlink it.');
    const outcome = await revoke(deps, account);
    await unlinkAccount(store, { workspaceId, accountId: account.id }, { by, now: now() });
    return outcome;
  },
});

/** A service that does not answer must not keep the person from removing the credentials here. */
async function revoke(
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
