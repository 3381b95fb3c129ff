import { Problem } from '@tallyhook/schemas';
import { signatureKey, type ConnectorPackage } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { changeAccount, getLinkedAccount, openAccount, type LinkedAccount } from '@tallyhook/store/accounts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import { hasOwnerLeft } from '../connectors/account-owner.ts';
import { showAccount } from '../connectors/show-account.ts';
import { defineRoute } from '../route.ts';

export const patchAccount = defineRoute({
  method: 'patch',
  path: '/api/accounts/:id',
  access: { person: 'act' },
  summary:
    'Renames an account, or shares it with the workspace, or verifies the signatures of its deliveries; only its owner can, or owners and admins if a script linked it, or if that person left and it is shared.',
  body: 'AccountPatch',
  answer: 'LinkedAccount',
  async handler(request, deps) {
    const { store, now } = deps;
    const { workspaceId, personId, by, role, abilities } = request.caller;
    const account = await getLinkedAccount(store, workspaceId, request.params.id);
    if (account.ownerPersonId !== personId) {
      if (!(abilities.has('manage') && (await isWithoutOwner(store, account))))
        throw new Problem(
          'forbidden',
          `Only the person who linked the account can change it; owners and admins can if a script linked it, or if it is shared and that person left. Your role is ${role}.`,
        );
      refuseKeeping(account, request.body.shared);
    }
    if (request.body.verifiesSignatures === true) {
      const released = await getInstalledPackage(store, workspaceId, account.connector);
      requireDeclared(released);
      requireKeys(released, (await openAccount(store, workspaceId, account.id)).fields);
    }
    const place = { workspaceId, accountId: account.id };
    return showAccount(deps, await changeAccount(store, place, request.body, { by, now: now() }));
  },
});

/** Whether an account that the workspace uses has nobody to whom it belongs. */
async function isWithoutOwner(store: Store, account: LinkedAccount): Promise<boolean> {
  return account.ownerPersonId === null || (account.shared && (await hasOwnerLeft(store, account)));
}

/** Nobody could use an account that only a person who left, or nobody, may use. */
function refuseKeeping({ ownerPersonId }: LinkedAccount, shared: boolean | undefined): void {
  if (shared !== false) return;
  const detail =
    ownerPersonId === null
      ? 'A script linked this account, so it belongs to nobody who could use it alone. Leave it shared, or link your own one.'
      : 'The person who linked this account left. Connect it again first: then it is yours.';
  throw new Problem('invalid_request', detail);
}

/** A switch without an effect, or one that refuses every delivery, would surprise. */
function requireDeclared({ connector, webhooks }: ConnectorPackage): void {
  const all = Object.values(webhooks);
  if (all.length > 0 && all.every(({ signature }) => signature !== undefined)) return;
  const detail = `"${connector.name}" does not say how the service signs all of its deliveries, so they cannot be verified.`;
  throw new Problem('invalid_request', detail);
}

/** Without a key, every delivery would be refused. Subscriptions have keys of their own. */
function requireKeys({ connector, webhooks }: ConnectorPackage, account: Record<string, unknown>): void {
  const keys = { account, hook: { secret: 'that of a subscription' } };
  const signatures = Object.values(webhooks).flatMap(({ signature }) => signature ?? []);
  if (signatures.every((signature) => signatureKey(signature, keys) !== undefined)) return;
  const detail = `This account has no key to verify signatures with. Connect it again with the one that ${connector.name} shows for its webhooks.`;
  throw new Problem('invalid_request', detail);
}
