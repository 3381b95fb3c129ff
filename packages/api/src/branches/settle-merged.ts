import { Problem, type Workflow } from '@tallyhook/schemas';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import { forgetKeptVersions } from '@tallyhook/store/connectors';
import { notePublished } from '@tallyhook/store/commits';
import { getDefinition, listVersions } from '@tallyhook/store/definitions';
import { listCommitDifferences } from '@tallyhook/store/merging';
import { getWorkflowSettings, publishTriggerRoutes } from '@tallyhook/store/workflows';
import type { Caller } from '../caller.ts';
import { missingAccounts } from '../workflows/choose-accounts.ts';

const atOnce = 200;

type Place = Pick<Caller, 'branch' | 'by'>;

/**
 * Publishes the workflows that a commit changed: each stays on or off as it was on the branch. One that lacks an account
 * now, or that was deleted, is off. The commit remembers until then that it has to be done.
 */
export async function settleMerged(
  services: { store: Store; kinds: WorkflowKinds },
  place: Place,
  commit: string,
): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = { id: commit, type: 'workflow', limit: atOnce, cursor };
    const { differences, nextCursor } = await listCommitDifferences(services.store, place.branch, page);
    for (const { id } of differences) await settleOne(services, place, id);
    cursor = nextCursor;
  } while (cursor !== undefined);
  await notePublished(services.store, { workspaceId: place.branch.workspaceId, id: commit });
}

async function settleOne(
  { store, kinds }: { store: Store; kinds: WorkflowKinds },
  { branch, by }: Place,
  workflowId: string,
): Promise<void> {
  const { workspaceId, id: branchId, name: branchName } = branch;
  const place = { workspaceId, branchId, branchName, workflowId };
  const settings = await getWorkflowSettings(store, place);
  const definition = await definitionOn(store, branch, workflowId);
  if (definition === undefined) {
    const [last] = await listVersions(store, branch, 'workflow', { id: workflowId, limit: 1 });
    if (last === undefined || !settings.on) return;
    const off = { ...settings, on: false };
    await publishTriggerRoutes(store, { ...place, definition: last.definition as Workflow }, off, by);
    return;
  }
  await forgetKeptVersions(store, workspaceId, place);
  const on = settings.on && missingAccounts(definition, settings, kinds).length === 0;
  try {
    await publishTriggerRoutes(store, { ...place, definition }, { ...settings, on }, by);
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.retry) throw error;
    // Its account does not fit the new trigger: a person has to choose another one.
    await publishTriggerRoutes(store, { ...place, definition }, { ...settings, on: false }, by);
  }
}

async function definitionOn(store: Store, branch: Caller['branch'], id: string): Promise<Workflow | undefined> {
  try {
    return (await getDefinition(store, branch, 'workflow', id)).definition as Workflow;
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  }
}
