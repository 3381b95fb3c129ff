import { queueTest, readSample } from '@tallyhook/engine/client';
import { Problem, toPointer, type ProblemDetail, type Workflow } from '@tallyhook/schemas';
import { walkSteps } from '@tallyhook/schemas/kinds';
import { defineRoute } from '../route.ts';
import { findMistakes } from '../workflows/check-definition.ts';
import { noteRun } from '../workflows/note-run.ts';
import { settingsFor } from '../workflows/settle-workflow.ts';
import { startQueued } from '../workflows/start-queued.ts';
import { editedWorkflow } from '../workflows/workflow-of-branch.ts';

export const postWorkflowTests = defineRoute({
  method: 'post',
  path: '/api/workflows/:id/tests',
  access: 'write',
  summary:
    'Runs one step of a workflow, as it is in the draft, or everything from that step on. What comes before is taken from the last run, a delivery or the given values. The steps really do what they do.',
  body: 'WorkflowTesting',
  answer: 'StartedRun',
  status: 201,
  problems: ['invalid_workflow'],
  async handler(request, deps) {
    const { store, kinds } = deps;
    const { branch, by, personId } = request.caller;
    const workflowId = request.params.id;
    const { stepId, scope, delivery, trigger, steps } = request.body;
    if (delivery !== undefined && personId === undefined)
      throw new Problem('forbidden', 'Deliveries are shown to people only.');
    const edited = await editedWorkflow(store, branch, workflowId);
    const definition = edited.definition as Workflow;
    const placed = walkSteps(definition.steps, kinds).find(({ step }) => step.id === stepId);
    if (placed === undefined) throw new Problem('not_found', `The workflow has no step "${stepId}".`);
    const mistakes = await findMistakes(deps, branch, definition);
    // What is wrong with other steps does not matter to one.
    const errors = scope === 'rest' ? mistakes : mistakes.filter(isWithin(toPointer(placed.path)));
    if (errors.length > 0) throw new Problem('invalid_workflow', 'The step cannot be tested as it is.', { errors });
    const settings = await settingsFor(deps, request.caller, {
      ...{ workflowId, definition, on: undefined, accounts: edited.accounts },
    });
    const known = await readSample(store, branch, { workflowId, definition, deliveryId: delivery });
    const sample = { trigger: trigger ?? known.trigger, steps: { ...known.steps, ...steps } };
    const run = await queueTest(store, branch, {
      ...{ workflowId, definition, accounts: settings.accounts, stepId, scope, sample, by },
    });
    await noteRun(store, run, { action: 'run.started', by, at: deps.now() });
    return startQueued(deps, run);
  },
});

const isWithin =
  (place: string) =>
  ({ pointer = '#' }: ProblemDetail) =>
    pointer === place || pointer.startsWith(`${place}/`);
