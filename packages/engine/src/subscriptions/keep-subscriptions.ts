import { randomUUID } from 'node:crypto';
import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import {
  ActionError,
  renew,
  subscribe,
  subscriptionEnd,
  unsubscribe,
  type Http,
  type SubscriptionCall,
  type SubscriptionWay,
} from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { getReleasedPackage } from '@tallyhook/store/connectors';
import {
  forgetSubscription,
  noteSubscribed,
  noteSubscriptionFailure,
  openSubscriptionAddress,
  readSubscriptionSecrets,
  restartSubscription,
  takeDueSubscription,
  type DueSubscription,
  type Subscription,
  type SubscriptionSecrets,
} from '@tallyhook/store/workflows';
import type { SharedTurns } from '@tallyhook/store/turns';
import type { Logger } from 'pino';
import { callWithAccount, openLinkedAccount } from '../account/account-of-step.ts';
import { turnsOfAccount } from '../account/turns-of-account.ts';
import { wantedVersion } from './wanted-version.ts';

export interface SubscriptionKeeper {
  store: Store;
  http: Http;
  turns: SharedTurns;
  /** The address at which other services reach the product. */
  baseUrl: string;
  now(): Date;
  logger: Logger;
}

/** Longer than a request with its repeats takes. */
const leaseMs = 120_000;
const firstPauseMs = 10_000;
const longestPauseMs = 3_600_000;
/** A service that does not end a subscription for this many tries, about a day, keeps it: nothing reads its address. */
const maxEndings = 30;

/**
 * Makes, renews and ends the subscriptions at other services that workflows need or no longer need. Each has an address
 * of its own, which is known before the service is asked, because some check it at once. If an attempt remains without
 * an answer, the next one has another address: whatever the service still sends to the first starts nothing, so no
 * event comes twice.
 */
export async function keepSubscriptions(keeper: SubscriptionKeeper, signal: AbortSignal): Promise<void> {
  const { store, now } = keeper;
  while (!signal.aborted) {
    const due = await takeDueSubscription(store, { holder: randomUUID(), leaseMs, now: now() });
    if (due === null) return;
    await attend(keeper, due);
  }
}

async function attend(keeper: SubscriptionKeeper, due: DueSubscription): Promise<void> {
  const { store, now, logger } = keeper;
  const about = { subscription: due.id, connector: due.connector, workspaceId: due.workspaceId };
  try {
    await work[due.task](keeper, due);
    logger.info(about, `done: ${due.task}`);
  } catch (error) {
    if (!(error instanceof ActionError || error instanceof Problem)) throw error;
    const pauseMs = Math.min(firstPauseMs * 2 ** due.failures, longestPauseMs);
    logger.warn({ ...about, err: error.message, pauseMs }, `failed: ${due.task}`);
    const nextAt = new Date(now().getTime() + pauseMs);
    await noteSubscriptionFailure(store, due, { message: error.message, nextAt, now: now() });
  }
}

const work: Record<DueSubscription['task'], (keeper: SubscriptionKeeper, due: DueSubscription) => Promise<void>> = {
  async subscribe(keeper, due) {
    const service = await reach(keeper, due);
    const { hookKey, secret } = await openSubscriptionAddress(keeper.store, due);
    const hook = { url: service.addressWith(hookKey), secret };
    const kept = await service.ask(subscribe, { hook, input: due.input });
    await keep(keeper, due, { version: service.version, secrets: { secret, kept } });
  },

  async renew(keeper, due) {
    const { store, now } = keeper;
    const secrets = await readSubscriptionSecrets(store, due);
    if (secrets === null) return restartSubscription(store, due, now());
    const { secret, hookKey, kept: subscription } = secrets;
    const service = await reach(keeper, due);
    try {
      const kept = await service.ask(renew, { hook: { url: service.addressWith(hookKey), secret }, subscription });
      await keep(keeper, due, { version: service.version, secrets: { secret, kept } });
    } catch (error) {
      const isUnknown = error instanceof ActionError && error.class === 'not_found';
      const isOver = due.endsAt !== null && due.endsAt <= now();
      if (!isUnknown && !isOver) throw error;
      await restartSubscription(store, due, now());
    }
  },

  async unsubscribe(keeper, due) {
    await end(keeper, due);
    await forgetSubscription(keeper.store, due, keeper.now());
  },

  async replace(keeper, due) {
    // Nothing reads what the service may still send to the address of before.
    await end(keeper, due).catch((error: unknown) => {
      if (!(error instanceof ActionError || error instanceof Problem)) throw error;
    });
    await restartSubscription(keeper.store, due, keeper.now());
  },
};

/** Asks the service to end a subscription, if it has it and can. */
async function end(keeper: SubscriptionKeeper, due: DueSubscription): Promise<void> {
  const secrets = await readSubscriptionSecrets(keeper.store, due);
  const isThere = due.state === 'ending' && secrets !== null && due.failures < maxEndings;
  // What was kept of its making is for the version that made it.
  const service = isThere ? await reach(keeper, due, { madeBy: due.version, isToEnd: true }).catch(nullIfGone) : null;
  if (secrets === null || service?.hasUnsubscribe !== true) return;
  const hook = { url: service.addressWith(secrets.hookKey), secret: secrets.secret };
  await service.ask(unsubscribe, { hook, subscription: secrets.kept });
}

/** Without the account or the connector, only the service itself can end a subscription. */
function nullIfGone(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}

type Ask<Result> = (
  released: ConnectorPackage,
  webhook: string,
  call: SubscriptionCall,
  way: SubscriptionWay,
) => Promise<Result>;

/** The service of a subscription, with the account that is signed in there. */
interface Service {
  /** The version of the connector that asks it. */
  version: string;
  hasUnsubscribe: boolean;
  addressWith(hookKey: string): string;
  ask<Result>(request: Ask<Result>, call: Omit<SubscriptionCall, 'account' | 'client'>): Promise<Result>;
}

async function reach(
  { store, http, turns, baseUrl, now }: SubscriptionKeeper,
  subscription: Subscription,
  { madeBy = null, isToEnd = false }: { madeBy?: string | null; isToEnd?: boolean } = {},
): Promise<Service> {
  const { workspaceId, accountId, connector, webhook } = subscription;
  const version = madeBy ?? (await wantedVersion(store, subscription));
  const released = await getReleasedPackage(store, { workspaceId }, { connector, version });
  const names = Object.keys(released.webhooks);
  const name = webhook ?? names[0] ?? '';
  const account = await openLinkedAccount({ store, http, now }, { workspaceId, accountId, isToEnd });
  const choice = names.length > 1 ? `?webhook=${encodeURIComponent(name)}` : '';
  const shared = turnsOfAccount({ store, turns, now }, { connectorId: connector, place: account.place });
  const way = { http, turns: shared, now: () => now().getTime() };
  return {
    version,
    hasUnsubscribe: released.webhooks[name]?.unsubscribe !== undefined,
    addressWith: (hookKey) => `${baseUrl}/hooks/${connector}/${hookKey}${choice}`,
    ask: (request, call) =>
      callWithAccount(released, account, (fields) =>
        request(released, name, { ...call, account: fields, client: account.fresh.client }, way),
      ),
  };
}

/** Half of the time that is left is kept for tries that fail. */
async function keep(
  { store, now }: SubscriptionKeeper,
  due: DueSubscription,
  { secrets, version }: { secrets: SubscriptionSecrets; version: string },
): Promise<void> {
  const end = subscriptionEnd(secrets.kept);
  const at = now();
  const endsAt = end === null ? null : new Date(end);
  const nextAt = end === null ? null : new Date(at.getTime() + Math.max((end - at.getTime()) / 2, firstPauseMs));
  await noteSubscribed(store, due, { secrets, version, endsAt, nextAt, now: at });
}
