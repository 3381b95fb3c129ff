import type { ActionStep, ConnectorPackage } from '@tallyhook/schemas';
import { ActionError, buildRequest, redactText, runAction, secretsOf, takeTurnAhead } from '@tallyhook/sdk';
import type { ActionCall, PreparedRequest, Turns } from '@tallyhook/sdk';
import { callWithAccount, openAccountOfStep } from '../account/account-of-step.ts';
import { turnsOfAccount } from '../account/turns-of-account.ts';
import type { ActivityDependencies } from '../activities/dependencies.ts';
import { sendByJournal } from '../activities/journal.ts';
import { idempotencyKeyOf } from '../activities/read-step.ts';
import type { RunningStep, StepWork } from './work.ts';

/**
 * Fills in the input and makes the request as the journal allows. Actions that send a file use queueFile and sendFile.
 */
export const action: StepWork<ActionStep> = {
  async run(deps, running) {
    const input = await running.fillIn(running.step.input);
    await running.keepInput(input);
    return { output: await callService(deps, running, input) };
  },
};

async function callService(
  deps: ActivityDependencies,
  running: RunningStep<ActionStep>,
  input: unknown,
): Promise<unknown> {
  const { run, step, key } = running;
  const [connector, account] = await Promise.all([
    deps.packages.ofRun(run, step.connector),
    openAccountOfStep(deps, run, step),
  ]);
  const idempotencyKey = idempotencyKeyOf(key);
  // Wraps the journal: repeating the request with a new token is one more request in the journal.
  return callWithAccount(connector, account, (values) =>
    sendOnce(deps, running, {
      released: connector,
      actionName: step.action,
      call: { input, account: values, idempotencyKey },
      turns: turnsOfAccount(deps, { connectorId: step.connector, place: account.place }),
    }),
  );
}

/** Makes one request of a step as the journal allows. */
export async function sendOnce(
  { store, http, now }: ActivityDependencies,
  { key, signal }: Pick<RunningStep, 'key' | 'signal'>,
  {
    released,
    actionName,
    call,
    turns,
  }: { released: ConnectorPackage; actionName: string; call: ActionCall; turns?: Turns | undefined },
): Promise<unknown> {
  const { method, url, repeatable } = prepare(released, actionName, call);
  // A worker that dies while it waits has sent nothing, and the journal must not say otherwise.
  const ahead = turns && (await takeTurnAhead(turns, released.connector, signal));
  return sendByJournal({ store, now }, key, {
    // No path or query: some services take their credentials there.
    request: `${method} ${new URL(url).host}`,
    repeatable,
    send: () => runAction(released, actionName, { ...call, http, signal, ...(ahead && { turns: ahead }) }),
  });
}

/** Fails before anything is journaled if the request cannot be built. Messages do not contain the account's secrets. */
function prepare(connector: ConnectorPackage, name: string, call: ActionCall): PreparedRequest {
  try {
    return buildRequest(connector, name, call);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    throw new ActionError(error.class, redactText(error.message, secretsOf(connector, call.account)));
  }
}
