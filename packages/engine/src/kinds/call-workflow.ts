import type { CallWorkflowStep } from '@tallyhook/schemas';
import { maxRunDepth } from '@tallyhook/schemas/kinds';
import { ActionError } from '@tallyhook/sdk';
import { getRun, getStepResult, insertRun, isEnded, type Run, type StepResult } from '@tallyhook/store/runs';
import { checkAskedInputs } from '../client/asked-inputs.ts';
import { describeRun } from '../client/describe-run.ts';
import { depthOf } from '../client/depth-of.ts';
import { calledWorkflowId } from '../workflow-ids.ts';
import { stillWaiting, type StepWork } from './work.ts';

export const callWorkflow: StepWork<CallWorkflowStep> = {
  async run({ store, now }, { run, step, key, fillIn, keepInput }) {
    const inputs = (await fillIn(step.inputs ?? {})) as Record<string, unknown>;
    await keepInput({ workflow: step.workflow, inputs });
    const depth = depthOf(run) + 1;
    if (depth > maxRunDepth) {
      const detail = `Runs have started each other ${maxRunDepth} deep already: a workflow that calls itself must stop at some point.`;
      throw new ActionError('fatal', detail);
    }
    const { workspaceId, branchId, branchName } = run;
    const place = { workspaceId, branchId, branchName, workflowId: step.workflow };
    const trigger = { kind: 'called' as const, runId: run.id, inputs, depth };
    const described = await describeRun(store, place, { trigger, temporalWorkflowId: calledWorkflowId(place, key) });
    const { trigger: own } = described.definition;
    if (own.kind !== 'called') {
      const detail = `The workflow "${described.workflowName}" cannot be called: its trigger is "${own.kind}".`;
      throw new ActionError('invalid_input', detail);
    }
    checkAskedInputs(own.inputs ?? [], inputs);
    const { run: queued } = await insertRun(store, described, now());
    const { id: runId, temporalWorkflowId } = queued;
    return { calls: { runId, temporalWorkflowId }, background: step.background === true };
  },
  async close({ store }, { step }, { next }) {
    const called = await calledBy(store, next);
    if (step.background === true) return { runId: called.id };
    if (!isEnded(called)) return stillWaiting;
    if (called.status !== 'completed') throw failureOf(called);
    const last = called.definition.steps.at(-1)!.id;
    const result = await getStepResult(store, { ...called, runId: called.id, stepId: last, item: '' });
    return { runId: called.id, output: result?.output ?? null };
  },
};

async function calledBy(store: Parameters<typeof getRun>[0], next: StepResult['next']): Promise<Run> {
  const called = next !== null && 'calls' in next ? await getRun(store, next.calls.runId) : null;
  if (called !== null) return called;
  throw new ActionError('not_found', 'The run that this step called is gone.');
}

function failureOf({ id, workflowName, status, error }: Run): ActionError {
  const why = error === null ? '' : ` ${error.message}`;
  const how = status === 'cancelled' ? 'was cancelled' : 'failed';
  return new ActionError('fatal', `The run "${id}" of the workflow "${workflowName}" ${how}.${why}`);
}
