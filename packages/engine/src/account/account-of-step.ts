import { Problem, type ActionStep, type ConnectorPackage } from '@tallyhook/schemas';
import {
  ActionError,
  pauseShortly,
  withFreshToken,
  type AccountValues,
  type FreshTokenOptions,
  type Http,
} from '@tallyhook/sdk';
import { createSharedReads, oncePer, type SharedReads, type Store } from '@tallyhook/store';
import { openAccount, type AccountPlace } from '@tallyhook/store/accounts';
import type { Run } from '@tallyhook/store/runs';
import { createAccountKeeper, type StoredAccountKeeper } from './account-keeper.ts';

/** The account that a step signs in with, and the options to refresh its token. Contains credentials. */
export interface AccountOfStep {
  place: AccountPlace;
  /** The service asked every worker to wait until then. */
  pausedUntil: Date | undefined;
  keeper: StoredAccountKeeper;
  /** Token refresh options for the sdk. */
  fresh: FreshTokenOptions;
}

/**
 * Opens the credentials of the account that the workflow's settings chose for a step. Use them only for the call
 * itself. Refuses an account of another connector: its credentials would go to hosts they were not given for.
 */
export async function openAccountOfStep(
  { store, http, now }: { store: Store; http: Http; now(): Date },
  { workspaceId, accounts }: Pick<Run, 'workspaceId' | 'accounts'>,
  step: Pick<ActionStep, 'connector' | 'account'>,
): Promise<AccountOfStep> {
  const name = step.account ?? step.connector;
  const accountId = Object.hasOwn(accounts, name) ? accounts[name] : undefined;
  if (accountId === undefined) {
    const detail = `No linked account was chosen for "${name}": choose one in the workflow's settings.`;
    throw new Problem('invalid_account', detail);
  }
  const { connector, ...account } = await openLinkedAccount({ store, http, now }, { workspaceId, accountId });
  if (connector !== step.connector) {
    const detail = `The account chosen for "${name}" belongs to "${connector}", not "${step.connector}": choose another one.`;
    throw new Problem('invalid_account', detail);
  }
  return account;
}

/**
 * Opens the credentials of a linked account. Use them only for the call itself. `isToEnd` also opens one that was stopped,
 * to end at the service what it began there.
 */
export async function openLinkedAccount(
  { store, http, now }: { store: Store; http: Http; now(): Date },
  { workspaceId, accountId, isToEnd = false }: AccountPlace & { isToEnd?: boolean },
): Promise<AccountOfStep & { connector: string }> {
  // Steps that begin at the same time often sign in with the same account.
  const opened = await sharedReads(store)(JSON.stringify([workspaceId, accountId, isToEnd]), () =>
    openAccount(store, workspaceId, accountId, { isToEnd }),
  );
  const keeper = createAccountKeeper(store, { workspaceId, accountId }, { opened, now, isToEnd });
  const { client, connector, pausedUntil } = opened;
  const place = { workspaceId, accountId };
  return {
    connector,
    place,
    pausedUntil,
    keeper,
    fresh: { keeper, http, now: () => now().getTime(), ...(client && { client }) },
  };
}

const sharedReads = oncePer<Store, SharedReads>(createSharedReads);

/**
 * Makes a call with the account. Refreshes its token shortly before it expires, and once more if the service says it
 * has expired. If the service still refuses the account, marks it so that people see it. Waits first if the service asked
 * for that: here if it is short, else the caller does. `isAsked`: a person wants to know whether it works.
 */
export async function callWithAccount<T>(
  released: ConnectorPackage,
  { keeper, fresh, pausedUntil }: AccountOfStep,
  call: (account: AccountValues) => Promise<T>,
  { isAsked = false }: { isAsked?: boolean } = {},
): Promise<T> {
  const waitMs = (pausedUntil?.getTime() ?? 0) - fresh.now();
  if (waitMs > 0) await pauseShortly(waitMs);
  try {
    const result = await withFreshToken(released, fresh, async (account) => {
      try {
        return await call(account);
      } catch (error) {
        if (error instanceof ActionError && error.tokenEnded) await keeper.noteEnded();
        throw error;
      }
    });
    await keeper.markWorking({ isAsked });
    return result;
  } catch (error) {
    if (error instanceof ActionError && (error.tokenEnded || error.status === 401)) await keeper.markRefused(error);
    throw error;
  }
}
