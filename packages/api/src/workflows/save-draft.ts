import { Problem } from '@tallyhook/schemas';
import type { WorkflowDraft as DescribedDraft, WorkflowDraftPut } from '@tallyhook/schemas/api';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import { refuseReadOnly } from '@tallyhook/store/definitions';
import { getWorkflowDraft, putWorkflowDraft } from '@tallyhook/store/workflows';
import type { Caller } from '../caller.ts';
import type { Readable } from '../readable.ts';
import { describeDraft, findWorkflow } from './workflow-of-branch.ts';

/**
 * Saves the draft of a workflow, also one with mistakes. An id that the branch does not have begins a new one.
 * @throws Problem `revision_conflict`, `read_only`, `invalid_request` for something that is not an id.
 */
export async function saveDraft(
  services: { store: Store; kinds: WorkflowKinds },
  { workspaceId, branch, by }: Pick<Caller, 'workspaceId' | 'branch' | 'by'>,
  given: WorkflowDraftPut & { workflowId: string },
): Promise<Readable<DescribedDraft>> {
  const { store } = services;
  const { workflowId, name, definition, version = 0 } = given;
  if (!/^[0-9a-f]{24}$/.test(workflowId))
    throw new Problem(
      'invalid_request',
      `"${workflowId}" is not an id: use 24 hex digits, such as 65f000000000000000000001.`,
    );
  const published = await findWorkflow(store, branch, workflowId);
  if (published !== undefined) refuseReadOnly(published);
  const place = { workspaceId, branchId: branch.id, workflowId };
  const { accounts = (await getWorkflowDraft(store, place))?.accounts ?? {} } = given;
  const draft = await putWorkflowDraft(store, {
    ...{ ...place, name, definition, accounts, updatedBy: by },
    baseRevision: published?.revision ?? null,
    version: version === 0 ? undefined : version,
  });
  return describeDraft(services, branch, draft);
}
