import type { Turns } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { pauseAccount, type AccountPlace } from '@tallyhook/store/accounts';
import type { SharedTurns } from '@tallyhook/store/turns';

/** A service that asks for more is asked again after an hour. */
const longestPauseMs = 60 * 60_000;

/** The rate limits of an account, and of its connector, that all workers keep to together. */
export function turnsOfAccount(
  { store, turns, now }: { store: Store; turns: SharedTurns; now(): Date },
  { connectorId, place }: { connectorId: string; place: AccountPlace },
): Turns {
  return {
    take: ({ scope, ...rate }) =>
      turns.take(scope === 'connector' ? `connector ${connectorId}` : `account ${place.accountId}`, rate),
    pause: (waitMs) => pauseAccount(store, place, new Date(now().getTime() + Math.min(waitMs, longestPauseMs))),
  };
}
