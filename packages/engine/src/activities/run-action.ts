import { cancellationSignal } from '@temporalio/activity';
import type { ActionStep, ConnectorPackage } from '@tallyhook/schemas';
import { ActionError, buildRequest, redactText, renderStructure, runAction, secretsOf } from '@tallyhook/sdk';
import type { ActionCall, PreparedRequest } from '@tallyhook/sdk';
import { getStepResult, saveStepResult, type Run, type StepKey } from '@tallyhook/store/runs';
import { callWithAccount, openAccountOfStep } from '../account/account-of-step.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { withHeartbeats } from './heartbeats.ts';
import type { StepInput } from './interface.ts';
import { sendByJournal } from './journal.ts';
import { keepFailure } from './keep-failure.ts';
import { readStep } from './run-step.ts';
import { readTemplateRoots } from './template-roots.ts';

interface ActionOfRun {
  run: Run;
  step: ActionStep;
  key: StepKey;
}

/** The step "connector action": fills in the input, makes the request as the journal allows, keeps the output. */
export async function runActionActivity(deps: ActivityDependencies, stepInput: StepInput): Promise<void> {
  const action = await readStep(deps.store, stepInput, 'action');
  const before = await getStepResult(deps.store, action.key);
  if (before?.status === 'completed') return;
  await withHeartbeats(() => runKept(deps, action));
}

/** Keeps what the step was given and what came of it, for the Runs page and for later steps. */
async function runKept(deps: ActivityDependencies, action: ActionOfRun): Promise<void> {
  const { store, now } = deps;
  const { key, step, run } = action;
  const startedAt = now();
  let input: unknown = null;
  try {
    input = renderStructure(step.input, await readTemplateRoots(store, run), { place: 'input' });
    await saveStepResult(store, key, { status: 'running', input, startedAt });
    const output = await callService(deps, action, input);
    await saveStepResult(store, key, { status: 'completed', input, output, startedAt, endedAt: now() });
  } catch (error) {
    await keepFailure(deps, key, { input, startedAt, error });
    throw error;
  }
}

async function callService(deps: ActivityDependencies, action: ActionOfRun, input: unknown): Promise<unknown> {
  const { run, step, key } = action;
  const [connector, account] = await Promise.all([deps.packages.ofStep(run, step), openAccountOfStep(deps, run, step)]);
  const idempotencyKey = [key.runId, key.stepId, key.item].join(':');
  // Around the journal: a request that is made again with a new token is one more in it.
  return callWithAccount(connector, account, (values) =>
    sendOnce(deps, action, { connector, call: { input, account: values, idempotencyKey } }),
  );
}

async function sendOnce(
  { store, http, now }: ActivityDependencies,
  { step, key }: ActionOfRun,
  { connector, call }: { connector: ConnectorPackage; call: ActionCall },
): Promise<unknown> {
  const { method, url, repeatable } = prepare(connector, step.action, call);
  const signal = cancellationSignal();
  return sendByJournal({ store, now }, key, {
    // Not the path and the query: some services take their credentials there.
    request: `${method} ${new URL(url).host}`,
    repeatable,
    send: () => runAction(connector, step.action, { ...call, http, signal }),
  });
}

/** Fails before anything is journaled where the request cannot be made; the words are without the account's secrets. */
function prepare(connector: ConnectorPackage, action: string, call: ActionCall): PreparedRequest {
  try {
    return buildRequest(connector, action, call);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    throw new ActionError(error.class, redactText(error.message, secretsOf(connector, call.account)));
  }
}
