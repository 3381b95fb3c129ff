import { Problem } from '@tallyhook/schemas';
import type { WorkflowDraft as DescribedDraft } from '@tallyhook/schemas/api';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { listKeptVersions } from '@tallyhook/store/connectors';
import { getDefinition, type Definition } from '@tallyhook/store/definitions';
import {
  getWorkflowDraft,
  getWorkflowSettings,
  type WorkflowDraft,
  type WorkflowSettings,
} from '@tallyhook/store/workflows';
import type { Readable } from '../readable.ts';
import { findMistakes } from './check-definition.ts';

/** The published workflow with an id; undefined if the branch has none. */
export async function findWorkflow(store: Store, branch: Branch, id: string): Promise<Definition | undefined> {
  return getDefinition(store, branch, 'workflow', id).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  });
}

/**
 * A workflow as it is edited: its draft, or what was published.
 * @throws Problem `not_found`
 */
export async function editedWorkflow(store: Store, branch: Branch, workflowId: string): Promise<WorkflowDraft> {
  const place = { workspaceId: branch.workspaceId, branchId: branch.id, workflowId };
  const draft = await getWorkflowDraft(store, place);
  if (draft !== null) return draft;
  const published = await findWorkflow(store, branch, workflowId);
  if (published === undefined)
    throw new Problem('not_found', `The branch "${branch.name}" has no workflow "${workflowId}".`);
  return draftOf(branch, published, await getWorkflowSettings(store, place));
}

/** A draft as people see it, with what keeps it from being published. */
export async function describeDraft(
  services: { store: Store; kinds: WorkflowKinds },
  branch: Branch,
  draft: WorkflowDraft,
): Promise<Readable<DescribedDraft>> {
  const { workflowId, name, definition, accounts, baseRevision, version, updatedAt, updatedBy } = draft;
  const { workspaceId, id: branchId } = branch;
  const [mistakes, kept] = await Promise.all([
    findMistakes(services, branch, definition),
    listKeptVersions(services.store, workspaceId, { branchId, workflowId }),
  ]);
  return {
    ...{ workflowId, name, definition, accounts, baseRevision, version, updatedAt, updatedBy, mistakes },
    moves: kept.map(({ connector, kept: from, installed: to }) => ({ connector, from, to })),
  };
}

/** The draft of a workflow that nobody has changed since it was published. */
function draftOf(
  { workspaceId, id: branchId }: Branch,
  workflow: Definition,
  { accounts }: WorkflowSettings,
): WorkflowDraft {
  const { id: workflowId, name, definition, revision, updatedAt, updatedBy } = workflow;
  return {
    ...{ workspaceId, branchId, workflowId, name, definition: definition, baseRevision: revision },
    ...{ accounts, version: 0, updatedAt: new Date(updatedAt), updatedBy },
  };
}
