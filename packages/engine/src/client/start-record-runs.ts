import { Problem, type RecordChangedTrigger } from '@tallyhook/schemas';
import { maxRunDepth, meetsConditions } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import { isBulk, readNewChanges, type ChangeEntry } from '@tallyhook/store/changes';
import { findWritingRun, getRun, insertRun, type Run } from '@tallyhook/store/runs';
import { advanceRecordRoute, listRecordRoutes, readTicks, type RecordRoute } from '@tallyhook/store/workflows';
import { changeWorkflowId } from '../workflow-ids.ts';
import { branchOfRoute } from './branch-of-route.ts';
import { depthOf } from './depth-of.ts';
import { describeRun } from './describe-run.ts';
import { startRun } from './start-run.ts';
import type { TemporalClient } from './temporal-client.ts';

const atOnce = 500;

/**
 * Starts the workflows whose records have changed, each change once, whichever workers call it: the row of a run is
 * unique by the number of the change, and a route remembers how far it was read after the rows are there.
 * @throws when Temporal cannot be reached; the runs are queued, and the sweep of runs starts them
 */
export async function startRecordRuns(store: Store, temporal: TemporalClient): Promise<number> {
  let started = 0;
  for (const route of await listRecordRoutes(store)) started += await startForRoute(store, temporal, route);
  return started;
}

async function startForRoute(store: Store, temporal: TemporalClient, route: RecordRoute): Promise<number> {
  const { workspaceId, branchId, trigger } = route;
  const upTo = await readTicks(store, workspaceId, { branchId, type: trigger.type });
  if (upTo.every((tick, slot) => tick <= (route.slots[slot] ?? 0))) return 0;
  const branch = await branchOfRoute(store, route);
  if (branch === null) return 0;
  const range = { type: trigger.type, after: route.slots, upTo, limit: atOnce };
  const { entries, slots } = await readNewChanges(store, branch, range);
  const queued: Run[] = [];
  for (const entry of entries) {
    const run = isWanted(trigger, entry) ? await queue(store, route, entry) : null;
    if (run !== null) queued.push(run);
  }
  await advanceRecordRoute(store, route, slots);
  await Promise.all(queued.filter(({ status }) => status === 'queued').map((run) => startRun(store, temporal, run)));
  return queued.length;
}

const isOfWorkflow = ({ by }: ChangeEntry) => by.startsWith('workflow:');

/** Whether a change starts a run: imports, merges and changes by workflows only if the trigger asks for them. */
export function isWanted(trigger: RecordChangedTrigger, entry: ChangeEntry): boolean {
  const { on, fields, conditions = [], imports = false, workflows = false } = trigger;
  if (isOfWorkflow(entry) && !workflows) return false;
  // The type was changed, not the records.
  if (entry.kind === 'bulk') return false;
  if (isBulk(entry)) return imports;
  // An import that updates records is one too; its own entry stands for the records that it created.
  if (entry.imported && !imports) return false;
  if (on !== undefined && !on.includes(entry.kind)) return false;
  if (entry.kind === 'update' && fields !== undefined && !fields.some((field) => hasChanged(entry, field)))
    return false;
  return meetsConditions(conditions, { record: entry.after, before: entry.before, operation: entry.kind });
}

function hasChanged({ before, after }: Extract<ChangeEntry, { before: unknown }>, field: string): boolean {
  return JSON.stringify(before?.fields[field] ?? null) !== JSON.stringify(after?.fields[field] ?? null);
}

/** A workflow that is gone starts nothing, and neither does the end of a chain that is too long. */
async function queue(store: Store, route: RecordRoute, entry: ChangeEntry): Promise<Run | null> {
  if (entry.kind === 'bulk') return null;
  const { number: change, type, kind: operation } = entry;
  const depth = await depthOfChange(store, route.workspaceId, entry);
  if (depth > maxRunDepth) return null;
  const trigger = {
    ...{ kind: 'recordChanged' as const, change, type, operation, depth },
    ...(!isBulk(entry) && { record: entry.id }),
  };
  try {
    const temporalWorkflowId = changeWorkflowId({ ...route, change });
    const described = await describeRun(store, route, { trigger, temporalWorkflowId });
    return (await insertRun(store, described, new Date())).run;
  } catch (error) {
    if (error instanceof Problem && !error.kind.retry) return null;
    throw error;
  }
}

async function depthOfChange(store: Store, workspaceId: string, entry: ChangeEntry): Promise<number> {
  if (!isOfWorkflow(entry)) return 0;
  const runId = await findWritingRun(store, workspaceId, entry.number);
  const run = runId === null ? null : await getRun(store, runId);
  return run === null ? 1 : depthOf(run) + 1;
}
