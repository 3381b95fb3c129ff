import type { CreateRecordStep, DeleteRecordStep, UpdateRecordStep } from '@tallyhook/schemas';
import { ActionError } from '@tallyhook/sdk';
import { writeRecordOnce, type RecordWrite } from '@tallyhook/store/runs';
import { openBranchOfRun } from '../activities/branch-of-run.ts';
import type { ActivityDependencies } from '../activities/dependencies.ts';
import type { RunningStep, StepOutcome, StepWork } from './work.ts';

export const createRecord: StepWork<CreateRecordStep> = {
  run: async (deps, running) => {
    const { type, fields } = running.step;
    return write(deps, running, { kind: 'create', type, fields: await fieldsOf(running, fields) });
  },
};

export const updateRecord: StepWork<UpdateRecordStep> = {
  run: async (deps, running) => {
    const { type, record, fields } = running.step;
    const id = await idOf(running, record);
    return write(deps, running, { kind: 'update', type, id, fields: await fieldsOf(running, fields) });
  },
};

export const deleteRecord: StepWork<DeleteRecordStep> = {
  run: async (deps, running) => {
    const { type, record } = running.step;
    return write(deps, running, { kind: 'delete', type, id: await idOf(running, record) });
  },
};

async function write(
  { store, space }: ActivityDependencies,
  { run, key, keepInput }: RunningStep,
  change: RecordWrite,
): Promise<StepOutcome> {
  await keepInput({ ...change, kind: undefined });
  const branch = await openBranchOfRun(store, run);
  const requireRoom = async () => {
    if (change.kind !== 'delete') await space.requireRoom();
    if (change.kind === 'create') await space.requireQuota(run.workspaceId, 'records', 1);
  };
  const writing = { key, by: `workflow:${run.workflowId}`, requireRoom };
  return { output: await writeRecordOnce(store, branch, writing, change) };
}

async function fieldsOf({ fillIn }: RunningStep, fields: object): Promise<Record<string, unknown>> {
  return (await fillIn(fields)) as Record<string, unknown>;
}

/** @throws ActionError `invalid_input` if the template gives no id */
async function idOf({ fillIn }: RunningStep, record: string): Promise<string> {
  const id = await fillIn(record);
  if (typeof id === 'string' && id !== '') return id;
  const given = id === undefined || id === null || id === '' ? 'nothing' : JSON.stringify(id).slice(0, 100);
  throw new ActionError('invalid_input', `The id of the record is needed, but ${record} gives ${given}.`);
}
