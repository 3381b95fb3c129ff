import { composeWorkflowSchema } from '@tallyhook/schemas/kinds';
import type { WorkflowDraftPut } from '@tallyhook/schemas/api';
import { newId } from '@tallyhook/store';
import { listDefinitions } from '@tallyhook/store/definitions';
import { listWorkflowDrafts } from '@tallyhook/store/workflows';
import { getWorkflowDraftRoute } from '../routes/get-workflow-draft.ts';
import { getWorkflows } from '../routes/get-workflows.ts';
import { putWorkflowDraftRoute } from '../routes/put-workflow-draft.ts';
import { findMistakes } from '../workflows/check-definition.ts';
import { saveDraft } from '../workflows/save-draft.ts';
import { describeDraft, editedWorkflow } from '../workflows/workflow-of-branch.ts';
import { defineTool, onlyReads, type AgentTool } from './agent-tool.ts';
import type { ToolCaller } from './tool-caller.ts';

const workflow = { type: 'string', pattern: '^[0-9a-f]{24}$', description: 'The id of a workflow.' };
const name = { type: 'string', minLength: 1, maxLength: 200, description: 'Its name.' };
const definition = { type: 'object', description: 'The workflow, in the format of describe_workflow_format.' };
const notPublished =
  'Nothing runs until a person publishes the draft at the returned link. Accounts are chosen there too.';

const listTool = defineTool<Record<string, never>>({
  name: 'list_workflows',
  title: 'List workflows',
  description: 'Lists the workflows of the branch, and the drafts that nobody has published yet.',
  access: getWorkflows.access,
  annotations: onlyReads,
  properties: {},
  async run(_input, { deps: { store }, caller: { branch } }) {
    const [workflows, drafts] = await Promise.all([
      listDefinitions(store, branch, 'workflow'),
      listWorkflowDrafts(store, branch.id),
    ]);
    const published = new Map(workflows.map((one) => [one.id, one.name]));
    const drafted = new Map(drafts.map((one) => [one.workflowId, one.name]));
    return {
      workflows: [...new Set([...published.keys(), ...drafted.keys()])].map((id) => ({
        id,
        name: drafted.get(id) ?? published.get(id),
        isPublished: published.has(id),
        hasDraft: drafted.has(id),
      })),
    };
  },
});

const formatTool = defineTool<Record<string, never>>({
  name: 'describe_workflow_format',
  title: 'Describe the format of workflows',
  description:
    'Returns the JSON Schema of workflows: triggers, steps, and examples. Call it before you draft a workflow.',
  access: getWorkflows.access,
  annotations: onlyReads,
  properties: {},
  run: async (_input, { deps }) => ({ schema: composeWorkflowSchema(deps.kinds) }),
});

const describeTool = defineTool<{ workflow: string }>({
  name: 'describe_workflow',
  title: 'Describe a workflow',
  description: 'Returns a workflow as it is edited: its draft or what was published, its version, and its mistakes.',
  access: getWorkflowDraftRoute.access,
  annotations: onlyReads,
  properties: { workflow },
  required: ['workflow'],
  async run({ workflow: id }, from) {
    const { deps, caller } = from;
    const draft = await describeDraft(deps, caller.branch, await editedWorkflow(deps.store, caller.branch, id));
    return { ...draft, link: linkTo(id, from) };
  },
});

const checkTool = defineTool<{ definition: object }>({
  name: 'check_workflow',
  title: 'Check a workflow',
  description:
    'Finds every mistake that would keep a workflow from being published, each with its place. Saves nothing.',
  access: getWorkflows.access,
  annotations: onlyReads,
  properties: { definition },
  required: ['definition'],
  run: async (input, { deps, caller }) => ({ mistakes: await findMistakes(deps, caller.branch, input.definition) }),
});

const createTool = defineTool<Pick<WorkflowDraftPut, 'name' | 'definition'>>({
  name: 'create_workflow_draft',
  title: 'Draft a new workflow',
  description: `Saves a new workflow as a draft, also with mistakes, and returns them. ${notPublished}`,
  access: putWorkflowDraftRoute.access,
  annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: false },
  properties: { name, definition },
  required: ['name', 'definition'],
  run: (input, from) => save({ ...input, workflowId: newId() }, from),
});

const changeTool = defineTool<WorkflowDraftPut & { workflow: string }>({
  name: 'change_workflow_draft',
  title: 'Change the draft of a workflow',
  description: `Replaces the draft of a workflow; "version" is the one that describe_workflow returned. ${notPublished}`,
  access: putWorkflowDraftRoute.access,
  annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true, openWorldHint: false },
  properties: {
    ...{ workflow, name, definition },
    version: { type: 'integer', minimum: 0, description: 'The version that you read; 0 if there was no draft.' },
  },
  required: ['workflow', 'name', 'definition', 'version'],
  async run({ workflow: workflowId, ...input }, from) {
    await editedWorkflow(from.deps.store, from.caller.branch, workflowId);
    return save({ ...input, workflowId }, from);
  },
});

async function save(given: WorkflowDraftPut & { workflowId: string }, from: ToolCaller) {
  const { workflowId } = given;
  const { version, mistakes } = await saveDraft(from.deps, from.caller, given);
  return { workflow: workflowId, version, mistakes, isPublished: false, link: linkTo(workflowId, from) };
}

/** The page where a person sees the draft, chooses its accounts and publishes it. */
function linkTo(workflowId: string, { deps: { baseUrl }, caller: { workspaceId, branch } }: ToolCaller): string {
  return `${baseUrl}/workflows/${workflowId}?${new URLSearchParams({ workspace: workspaceId, branch: branch.name })}`;
}

/** Tools that draft workflows. None publishes: only a person does. */
export const workflowTools: readonly AgentTool[] = [
  listTool,
  formatTool,
  describeTool,
  checkTool,
  createTool,
  changeTool,
];
