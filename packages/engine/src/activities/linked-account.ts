import { Problem, type ActionStep } from '@tallyhook/schemas';
import { getLinkedAccount, openAccountFields, type AccountFields, type Run, type Store } from '@tallyhook/store';

/**
 * Opens the credentials of the account that the workflow's settings chose for a step. Only for the call itself.
 * An account of another connector is refused: its credentials would go to hosts they were not given for.
 */
export async function openAccountOfStep(store: Store, run: Run, step: ActionStep): Promise<AccountFields> {
  const name = step.account ?? step.connector;
  const accountId = Object.hasOwn(run.accounts, name) ? run.accounts[name] : undefined;
  if (accountId === undefined) {
    const detail = `No linked account was chosen for "${name}": choose one in the workflow's settings.`;
    throw new Problem('invalid_account', detail);
  }
  const account = await getLinkedAccount(store, run.workspaceId, accountId);
  if (account.connector !== step.connector) {
    const detail = `The account chosen for "${name}" is one of "${account.connector}", not of "${step.connector}".`;
    throw new Problem('invalid_account', detail);
  }
  return openAccountFields(store, run.workspaceId, accountId);
}
