import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import { ownAddress } from '@tallyhook/sdk';
import { findAccountAtAddress, getLinkedAccount, type LinkedAccount } from '@tallyhook/store/accounts';
import type { Store } from '@tallyhook/store';
import {
  addressConnector,
  findSubscriptionAtAddress,
  findWorkflowAtAddress,
  type WorkflowAddress,
} from '@tallyhook/store/workflows';
import type { ApiDependencies } from '../dependencies.ts';
import { undefinedIfGone } from '../undefined-if-gone.ts';

/** Who reads the deliveries of an address: one account's version, those of the marketplace, or a workflow. */
export interface Readers {
  connector: string;
  /** The account or the workflow's address that alone receives them; undefined at the common address. */
  receiver: { id: string; workspaceId: string; subscriptionId?: string } | undefined;
  account: (LinkedAccount & { subscriptionId?: string }) | undefined;
  packages: readonly ConnectorPackage[];
}

/** @throws Problem `not_found`. */
export async function findReaders(
  { store, hooks }: ApiDependencies,
  { connector, key }: { connector?: string; key?: string },
): Promise<Readers> {
  if (connector === undefined) {
    const address = await findWorkflowAtAddress(store, key ?? '');
    if (address === null)
      throw new Problem('not_found', 'No workflow starts at this address. It may have been changed.');
    const packages = [addressPackage(address)];
    return { connector: addressConnector, receiver: address, account: undefined, packages };
  }
  if (key === undefined) {
    const packages = await hooks.findPackages.ofConnector(connector);
    return { connector, receiver: undefined, account: undefined, packages };
  }
  const found = (await findAccountAtAddress(store, connector, key)) ?? (await findSubscriber(store, connector, key));
  if (found === undefined)
    throw new Problem('not_found', 'No account receives deliveries at this address. It may have been changed.');
  return { connector, receiver: found, account: found, packages: await hooks.findPackages.ofAccount(found) };
}

/** The account whose subscription has an address. */
async function findSubscriber(store: Store, connector: string, key: string) {
  const subscription = await findSubscriptionAtAddress(store, connector, key);
  if (subscription === undefined) return undefined;
  const { id: subscriptionId, workspaceId, accountId } = subscription;
  const account = await getLinkedAccount(store, workspaceId, accountId).catch(undefinedIfGone);
  return account?.stopped === null ? { ...account, subscriptionId } : undefined;
}

/** Reads the deliveries of a workflow's own address as those of a connector with this webhook. */
function addressPackage({ deliveryId }: Pick<WorkflowAddress, 'deliveryId'>): ConnectorPackage {
  const webhook = {
    ...{ label: 'Own address', event: 'received', deliveryId, missingId: 'run' as const, account: ownAddress },
    description: 'Starts one workflow.',
  };
  const connector = {
    ...{ id: 'address', name: 'Own address', version: '1.0.0', description: 'Starts one workflow.' },
    ...{ hosts: [], signIn: { kind: 'none' as const } },
  };
  return {
    format: 1,
    sha256: '',
    connector,
    actions: {},
    webhooks: { address: webhook },
  } as unknown as ConnectorPackage;
}
