import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import { ActionError, refuseSignature, type Delivery } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { findVerifyingAccounts, openAccount, type LinkedAccount } from '@tallyhook/store/accounts';
import { readSubscriptionSecrets } from '@tallyhook/store/workflows';
import type { ReceivedEvent } from '@tallyhook/store/deliveries';

/** A delivery with events, and the versions of the connector that read it. */
export interface DeliveryToVerify {
  connector: string;
  packages: readonly ConnectorPackage[];
  delivery: Delivery;
  events: readonly ReceivedEvent[];
}

/** The account that alone receives a delivery, at its own address or at that of one of its subscriptions. */
type Receiver = LinkedAccount & { subscriptionId?: string };

/**
 * Verifies a delivery for the accounts that switched that on. Returns those of the common address that it does not
 * reach, because its signature is not right for them.
 * @throws Problem `wrong_signature` if it reaches no other account.
 */
export async function verifyDelivery(
  store: Store,
  {
    readers: { account, receiver },
    toVerify,
    now,
  }: {
    readers: { account: Receiver | undefined; receiver: object | undefined };
    toVerify: DeliveryToVerify;
    now: number;
  },
): Promise<ReadonlySet<string>> {
  if (receiver === undefined) return findRefusingAccounts(store, toVerify, now);
  if (account !== undefined) await requireSignature(store, account, toVerify, now);
  return new Set();
}

/** Each account has its own key, so one may refuse what another accepts. */
async function findRefusingAccounts(
  store: Store,
  { connector, packages, delivery, events }: DeliveryToVerify,
  now: number,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(events.map(({ externalId }) => externalId))];
  if (ids.length === 0) return new Set();
  const { verifying, others } = await findVerifyingAccounts(store, connector, ids);
  const refusals = new Map<string, string>();
  for (const { accountId, version, fields } of verifying) {
    const released = packages.find((one) => one.connector.version === version);
    const refusal = refusalBy(released, { delivery, events }, { keys: { account: fields }, now });
    if (refusal !== undefined) refusals.set(accountId, refusal);
  }
  const receivers = [...verifying, ...others];
  const isRefused = ({ externalId }: ReceivedEvent): boolean => {
    const meant = receivers.filter((one) => externalId === null || one.externalId === externalId);
    return meant.length > 0 && meant.every(({ accountId }) => refusals.has(accountId));
  };
  if (refusals.size > 0 && events.every(isRefused)) throw wrongSignature([...refusals.values()][0]!);
  return new Set(refusals.keys());
}

async function requireSignature(
  store: Store,
  { id, workspaceId, verifiesSignatures, subscriptionId }: Receiver,
  { packages, delivery, events }: DeliveryToVerify,
  now: number,
): Promise<void> {
  if (!verifiesSignatures || events.length === 0) return;
  const { fields } = await openAccount(store, workspaceId, id);
  const hook =
    subscriptionId === undefined ? null : await readSubscriptionSecrets(store, { id: subscriptionId, workspaceId });
  const keys = { account: fields, ...(hook !== null && { hook: { secret: hook.secret } }) };
  const refusal = refusalBy(packages[0], { delivery, events }, { keys, now });
  if (refusal !== undefined) throw wrongSignature(refusal);
}

/** Why a version of the connector refuses a delivery. One that cannot verify it refuses it too. */
function refusalBy(
  released: ConnectorPackage | undefined,
  { delivery, events }: Pick<DeliveryToVerify, 'delivery' | 'events'>,
  way: Parameters<typeof refuseSignature>[2],
): string | undefined {
  const version = released?.connector.version;
  const readings = events.flatMap((event) => [event, ...(event.otherReadings ?? [])]);
  const webhook = readings.find(({ connectorVersion }) => connectorVersion === version)?.webhook;
  const signature = webhook === undefined ? undefined : released?.webhooks[webhook]?.signature;
  if (signature === undefined) return 'the connector no longer says how it is signed';
  try {
    return refuseSignature(signature, delivery, way);
  } catch (error) {
    if (error instanceof ActionError) return `it cannot be verified: ${error.message}`;
    throw error;
  }
}

function wrongSignature(reason: string): Problem {
  return new Problem('wrong_signature', `The delivery is not accepted: ${reason}.`);
}
