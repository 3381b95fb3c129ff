import { Problem, type ButtonTrigger, type Workflow } from '@tallyhook/schemas';
import { newId, type Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { getDefinition } from '@tallyhook/store/definitions';
import { getRecord } from '@tallyhook/store/records';
import { insertRun, type Run } from '@tallyhook/store/runs';
import { handWorkflowId } from '../workflow-ids.ts';
import { findInputMistakes } from './asked-inputs.ts';
import { describeRun } from './describe-run.ts';

/** What somebody gives to start a run by hand. */
export interface ByHand {
  workflowId: string;
  /** A person's id or `key:<id>`. */
  by: string;
  inputs?: Record<string, unknown> | undefined;
  /** The id of the record, for a button on records. */
  record?: string | undefined;
}

/**
 * Queues a run of a workflow whose trigger is a button; whether the workflow is on does not matter. Start it with
 * `startRun`; the workers' sweep starts what could not be started.
 * @throws Problem `invalid_request` with every mistake of the inputs, or if the workflow has no button; `not_found` for
 * the workflow or the record
 */
export async function queueByHand(store: Store, branch: Branch, given: ByHand): Promise<Run> {
  const { workspaceId, id: branchId, name: branchName } = branch;
  const { workflowId, by } = given;
  const workflow = await getDefinition(store, branch, 'workflow', workflowId);
  const { trigger } = workflow.definition as Workflow;
  if (trigger.kind !== 'button') {
    const detail = `The workflow "${workflow.name}" has no button: it is started by its trigger (${trigger.kind}).`;
    throw new Problem('invalid_request', detail);
  }
  const start = { kind: 'button' as const, by, ...(await readInputs(store, branch, trigger, given)) };
  const place = { workspaceId, branchId, branchName, workflowId };
  const temporalWorkflowId = handWorkflowId({ ...place, id: newId() });
  const described = await describeRun(store, place, { trigger: start, temporalWorkflowId });
  return (await insertRun(store, described, new Date())).run;
}

async function readInputs(
  store: Store,
  branch: Branch,
  { inputs: asked = [], record: type }: ButtonTrigger,
  { inputs = {}, record: id }: ByHand,
) {
  const errors = [
    ...findInputMistakes(asked, inputs, ['inputs']),
    ...(type !== undefined && id === undefined
      ? [{ pointer: '#/record', code: 'missing_key', detail: `the button is on records of the type "${type}"` }]
      : []),
  ];
  if (errors.length > 0) throw new Problem('invalid_request', 'The inputs do not fit the workflow.', { errors });
  if (type === undefined || id === undefined) return { inputs };
  await getRecord(store, branch, type, id);
  return { inputs, record: { type, id } };
}
