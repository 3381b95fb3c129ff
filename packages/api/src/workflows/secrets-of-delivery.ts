import { secretsOf, spellings } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { listLinkedAccounts, openAccount } from '@tallyhook/store/accounts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import type { Delivery } from '@tallyhook/store/deliveries';
import { listSubscriptions, readSubscriptionSecrets } from '@tallyhook/store/workflows';
import { undefinedIfGone } from '../undefined-if-gone.ts';

/** More accounts than a delivery is for in practice; opening each takes a moment. */
const maxAccounts = 50;

/**
 * The secrets of the accounts that a delivery is for, and of their subscriptions: services send some of them back, and
 * people who may read deliveries must not learn them.
 */
export async function secretsOfDelivery(
  store: Store,
  workspaceId: string,
  { connector, accountId, externalId }: Delivery,
): Promise<string[]> {
  const released = await getInstalledPackage(store, workspaceId, connector).catch(undefinedIfGone);
  if (released === undefined) return [];
  const linked = await listLinkedAccounts(store, workspaceId, connector);
  const meant = linked.filter((account) => (accountId ? account.id === accountId : isFor(externalId, account)));
  const ids = meant.slice(0, maxAccounts).map(({ id }) => id);
  const opened = ids.map((id) => openAccount(store, workspaceId, id).catch(undefinedIfGone));
  const ofAccounts = (await Promise.all(opened)).flatMap((one) => (one ? secretsOf(released, one.fields) : []));
  const subscribed = (await listSubscriptions(store, workspaceId)).filter((one) => ids.includes(one.accountId));
  const sealed = await Promise.all(
    subscribed.slice(0, maxAccounts).map(({ id }) => readSubscriptionSecrets(store, { id, workspaceId })),
  );
  return [...ofAccounts, ...spellings(sealed.flatMap((one) => (one ? [one.secret] : [])))];
}

const isFor = (externalId: string, account: { externalId: string | null }): boolean =>
  externalId === 'any' || account.externalId === externalId;
