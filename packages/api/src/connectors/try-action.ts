import { randomUUID } from 'node:crypto';
import { callWithAccount, openLinkedAccount, turnsOfAccount } from '@tallyhook/engine/client';
import { nearest, Problem, type ConnectorAction } from '@tallyhook/schemas';
import { ActionError, readsOnly, runAction, type ActionOutcome, type Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { getLinkedAccount } from '@tallyhook/store/accounts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import type { SharedTurns } from '@tallyhook/store/turns';
import type { Caller } from '../caller.ts';
import { canUse } from '../workflows/choose-accounts.ts';
import { noteTry } from './note-try.ts';

const timeoutMs = 20_000;

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
 * @throws Problem `not_found`; `forbidden` for somebody else's own account; `invalid_input`, also for an action that
 * sends a file.
 */
export async function tryAction(
  { store, http, turns, now }: { store: Store; http: Http; turns: SharedTurns; now(): Date },
  { workspaceId, personId, by }: Pick<Caller, 'workspaceId' | 'personId' | 'by'>,
  { connector, action, account: accountId, input = {}, reads }: TriedAction,
): Promise<TryOutcome> {
  const released = await getInstalledPackage(store, workspaceId, connector);
  refuseUnfit(findAction(released.actions, action), { action, reads });
  const account = await getLinkedAccount(store, workspaceId, accountId);
  if (!canUse(account, personId))
    throw new Problem('forbidden', `The account "${account.label}" belongs to one person, and only they can use it.`);
  if (account.connector !== connector)
    throw new Problem(
      'invalid_input',
      `The account "${account.label}" is one of "${account.connector}", not of "${connector}": choose another one.`,
    );
  const opened = await openLinkedAccount({ store, http, now }, { workspaceId, accountId });
  if (!reads)
    await noteTry(store, { workspaceId, connector, action, account: accountId, from: 'tool' }, { by, now: now() });
  const shared = turnsOfAccount({ store, turns, now }, { connectorId: connector, place: opened.place });
  const signal = AbortSignal.timeout(timeoutMs);
  const idempotencyKey = randomUUID();
  try {
    const outcome = await callWithAccount(released, opened, (values) =>
      runAction(released, action, { input, account: values, idempotencyKey, http, signal, turns: shared }),
    );
    return { done: true, outcome };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return { done: false, error };
  }
}

function findAction(actions: Record<string, ConnectorAction>, name: string): ConnectorAction {
  if (Object.hasOwn(actions, name)) return actions[name]!;
  const allowed = Object.keys(actions);
  const suggestion = nearest(name, allowed);
  const detail = `The connector has no action "${name}"${suggestion === undefined ? '.' : `: did you mean "${suggestion}"?`}`;
  throw new Problem('not_found', detail, {
    errors: [
      {
        pointer: '#/action',
        code: 'unknown_action',
        detail,
        allowed,
        ...(suggestion === undefined ? {} : { suggestion }),
      },
    ],
  });
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
