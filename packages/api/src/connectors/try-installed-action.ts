import { callWithAccount, openLinkedAccount, turnsOfAccount } from '@tallyhook/engine/client';
import { Problem, type ConnectorAction } from '@tallyhook/schemas';
import { ActionError, readsOnly, runAction, type ActionOutcome, type Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import type { SharedTurns } from '@tallyhook/store/turns';
import type { Caller } from '../caller.ts';
import { noteTry } from './note-try.ts';
import { beginTry, checkTriedAccount, findTriedAction } from './tried-action.ts';

/** The call to make. */
export interface TriedAction {
  connector: string;
  action: string;
  /** A linked account that the caller can use in workflows. */
  account: string;
  input?: Record<string, unknown> | undefined;
  /** Whether only actions that change nothing at the service are allowed, or only the others. */
  reads: boolean;
}

/** What the service answered, or why the call failed. */
export type TryOutcome = { done: true; outcome: ActionOutcome } | { done: false; error: ActionError };

/**
 * Makes one call of an action of an installed connector, with a linked account, outside of workflows.
 * @throws Problem like checkTriedAccount and findTriedAction; `invalid_input` also for an action that sends a file.
 */
export async function tryInstalledAction(
  { store, http, turns, now }: { store: Store; http: Http; turns: SharedTurns; now(): Date },
  { workspaceId, personId, by }: Pick<Caller, 'workspaceId' | 'personId' | 'by'>,
  { connector, action, account: accountId, input = {}, reads }: TriedAction,
): Promise<TryOutcome> {
  const released = await getInstalledPackage(store, workspaceId, connector);
  refuseUnfit(findTriedAction(released, action), { action, reads });
  await checkTriedAccount(store, { workspaceId, personId, connector, accountId });
  const opened = await openLinkedAccount({ store, http, now }, { workspaceId, accountId });
  if (!reads)
    await noteTry(store, { workspaceId, connector, action, account: accountId, from: 'tool' }, { by, now: now() });
  const shared = turnsOfAccount({ store, turns, now }, { connectorId: connector, place: opened.place });
  const begun = beginTry();
  try {
    const outcome = await callWithAccount(released, opened, (values) =>
      runAction(released, action, { input, account: values, ...begun, http, turns: shared }),
    );
    return { done: true, outcome };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return { done: false, error };
  }
}

function refuseUnfit(declared: ConnectorAction, { action, reads }: { action: string; reads: boolean }): void {
  if (declared.upload !== undefined)
    throw new Problem(
      'invalid_input',
      `The action "${action}" sends a file, which takes several requests that only a workflow can make: draft a workflow with a step for it.`,
    );
  if (readsOnly(declared) === reads) return;
  const kind = reads ? 'may change something at the service' : 'only reads';
  throw new Problem('invalid_input', `The action "${action}" ${kind}: use the other tool for it.`);
}
