import { randomUUID } from 'node:crypto';
import { type ConnectorAction, type ConnectorPackage, nearest, Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { getLinkedAccount } from '@tallyhook/store/accounts';
import { canUse } from '../workflows/choose-accounts.ts';

const timeoutMs = 30_000;

/** What every call outside of workflows has: a key and an end of its own. */
export function beginTry(): { idempotencyKey: string; signal: AbortSignal } {
  return { idempotencyKey: randomUUID(), signal: AbortSignal.timeout(timeoutMs) };
}

/**
 * Finds the action to try.
 * @throws Problem `invalid_input` for an action that the connector does not have
 */
export function findTriedAction({ connector, actions }: ConnectorPackage, name: string): ConnectorAction {
  if (Object.hasOwn(actions, name)) return actions[name]!;
  const allowed = Object.keys(actions);
  const suggestion = nearest(name, allowed);
  const advice = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  const detail = `"${connector.id}" has no action "${name}".${advice}`;
  throw new Problem('invalid_input', detail, {
    errors: [{ pointer: '#/action', code: 'unknown_action', detail, allowed, ...(suggestion && { suggestion }) }],
  });
}

/**
 * Checks the account to try an action with.
 * @throws Problem `not_found`; `forbidden` for somebody else's own account; `invalid_account` for one of another
 * connector
 */
export async function checkTriedAccount(
  store: Store,
  {
    workspaceId,
    personId,
    connector,
    accountId,
  }: { workspaceId: string; personId: string | undefined; connector: string; accountId: string },
): Promise<void> {
  const account = await getLinkedAccount(store, workspaceId, accountId);
  if (!canUse(account, personId))
    throw new Problem('forbidden', `The account "${account.label}" belongs to one person, and only they can use it.`);
  if (account.connector !== connector)
    throw new Problem(
      'invalid_account',
      `The account "${account.label}" is one of "${account.connector}", not of "${connector}": choose another one.`,
    );
}
