import { Problem, type Workflow } from '@tallyhook/schemas';
import { renderStructure } from '@tallyhook/sdk';
import { newIdAt, type Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { listInstallations } from '@tallyhook/store/connectors';
import { insertRun, keepTestTrigger, saveStepResult, type Run } from '@tallyhook/store/runs';
import { engineKinds } from '../kinds/index.ts';
import { itemOfTurn } from '../workflows/item-path.ts';
import { handWorkflowId } from '../workflow-ids.ts';
import { cutWorkflow, type Around } from './cut-workflow.ts';
import { itemsOfSteps } from './read-sample.ts';

/** What somebody tests of a workflow. */
export interface WorkflowTrial {
  workflowId: string;
  definition: Workflow;
  /** The account for each name of the definition. */
  accounts: Record<string, string>;
  stepId: string;
  /** Only the step, or also everything after it. */
  scope: 'step' | 'rest';
  /** The values of the start, and the outputs of the steps before, by id. */
  sample: { trigger: Record<string, unknown>; steps: Record<string, unknown> };
  /** A person's id or `key:<id>`. */
  by: string;
}

/**
 * Queues a run of one step of a workflow, published or not, or of everything from it on. The steps really do what they
 * do; what came before is taken from a sample. Of a loop around the step, only the first turn runs. Start it with
 * `startRun`.
 * @throws Problem `not_found` for the step, `invalid_request` if a loop around it has no item in the sample
 */
export async function queueTest(store: Store, branch: Branch, trial: WorkflowTrial): Promise<Run> {
  const { workspaceId, id: branchId, name: branchName } = branch;
  const { workflowId, definition, accounts, stepId, scope, sample, by } = trial;
  const cut = cutWorkflow(definition.steps, stepId, scope);
  if (cut === undefined) throw new Problem('not_found', `The workflow has no step "${stepId}".`);
  const runId = newIdAt(new Date());
  const results = seed(cut.around, { definition, sample, stepId });
  const startedAt = new Date();
  for (const [place, outcome] of results)
    await saveStepResult(store, { workspaceId, runId, ...place }, { ...outcome, startedAt });
  await keepTestTrigger(store, { workspaceId, runId, trigger: sample.trigger });
  const { name, trigger } = definition;
  const installations = await listInstallations(store, workspaceId);
  const place = { workspaceId, branchId, branchName, workflowId };
  const { run } = await insertRun(
    store,
    {
      ...{ ...place, workflowName: name, accounts, attempt: 1, isTest: true },
      // Without limits: a test does not wait for other runs.
      definition: { name, trigger, steps: cut.steps as Workflow['steps'] },
      connectors: Object.fromEntries(installations.map(({ connector, version }) => [connector, version])),
      trigger: { kind: 'button', by, inputs: {} },
      temporalWorkflowId: handWorkflowId({ ...place, id: runId }),
    },
    startedAt,
    runId,
  );
  return run;
}

type Seeded =
  | { status: 'completed'; input: null; output: unknown; notes: string[]; endedAt: Date }
  | { status: 'running'; input: unknown; opened: { block: string; turns?: number } };

/** The results that the run begins with: those of the sample, and the steps around the tested one as begun. */
function seed(
  around: readonly Around[],
  { definition, sample, stepId }: Pick<WorkflowTrial, 'definition' | 'sample' | 'stepId'>,
): [{ stepId: string; item: string }, Seeded][] {
  const items = itemsOfSteps(definition);
  const opened = new Set([stepId, ...around.map(({ step }) => step.id)]);
  const known = Object.entries(sample.steps).filter(([id]) => items.has(id) && !opened.has(id));
  const endedAt = new Date();
  const seeded: [{ stepId: string; item: string }, Seeded][] = known.map(([id, output]) => [
    { stepId: id, item: items.get(id)! },
    { status: 'completed', input: null, output, notes: ['From the sample.'], endedAt },
  ]);
  let inside: Record<string, unknown> = {};
  let item = '';
  const outputs = Object.fromEntries(known.map(([id, output]) => [id, { output }]));
  for (const { step, block } of around) {
    const { list: template } = step as { list?: unknown };
    if (template === undefined) {
      seeded.push([
        { stepId: step.id, item },
        { status: 'running', input: {}, opened: { block } },
      ]);
      continue;
    }
    const roots = { ...inside, trigger: sample.trigger, steps: outputs };
    const list = firstOf(step.id, renderStructure(template, roots, { place: 'list' }));
    const input = { list };
    seeded.push([
      { stepId: step.id, item },
      { status: 'running', input, opened: { block, turns: 1 } },
    ]);
    inside = { ...inside, ...engineKinds.steps[step.kind]?.readRoots?.({ input } as never, 0) };
    item = itemOfTurn(item, 0);
  }
  return seeded;
}

function firstOf(stepId: string, list: unknown): unknown[] {
  if (Array.isArray(list) && list.length > 0) return list.slice(0, 1);
  const detail = `The loop "${stepId}" around the step has no item in the sample: test from the loop, or from a step before it.`;
  throw new Problem('invalid_request', detail);
}
