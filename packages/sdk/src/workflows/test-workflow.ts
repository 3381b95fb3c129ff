import { createValidator, type ProblemDetail, type Workflow, type WorkflowTestCase } from '@tallyhook/schemas';
import { composeWorkflowSchema, workflowKinds } from '@tallyhook/schemas/kinds';
import { differencesBetween } from '../fixtures/compare-values.ts';
import { checkWorkflow } from './check-workflow.ts';
import { runOffline, type OfflineRun } from './run-offline.ts';

/** What a test of a workflow found. */
export interface TestedWorkflow {
  name: string;
  run: OfflineRun;
  /** How it differs from what is expected; empty if it passed. */
  differences: string[];
}

/**
 * The mistakes of a workflow that can be found without the product: its shape and its templates. Whether connectors,
 * reports and record types are there is known only in a workspace.
 */
export function findWorkflowMistakes(workflow: unknown): ProblemDetail[] {
  const misshapen = createValidator(composeWorkflowSchema(workflowKinds))(workflow);
  return misshapen.length > 0 ? misshapen : checkWorkflow(workflow as Workflow);
}

/** Runs one test of a workflow without the product. Only what the test expects is compared. */
export function testWorkflow(workflow: Workflow, test: WorkflowTestCase): TestedWorkflow {
  const run = runOffline(workflow, test);
  const { steps, inputs = {} } = test.expect ?? {};
  // A test that lists the steps up to one that stops the run need not say how it ends; any other must complete.
  const { status = steps !== undefined && run.isStopped ? undefined : 'completed' } = test.expect ?? {};
  const because = run.error === null ? '' : ` (${run.error})`;
  const ids = run.steps.map(({ stepId }) => stepId);
  return {
    name: test.name,
    run,
    differences: [
      ...(status === undefined
        ? []
        : differencesBetween('status', run.status, status, 'expected').map((one) => one + because)),
      ...(steps === undefined ? [] : differencesBetween('steps', ids, steps, 'expected')),
      ...Object.entries(inputs).flatMap(([id, expected]) => compareInputs(run, id, expected)),
    ],
  };
}

function compareInputs({ steps }: OfflineRun, id: string, expected: unknown): string[] {
  const found = steps.filter(({ stepId }) => stepId === id).map(({ input }) => input);
  if (found.length === 0) return [`inputs.${id}: the step did not run`];
  const wanted: unknown[] = Array.isArray(expected) ? expected : [expected];
  if (wanted.length !== found.length)
    return [`inputs.${id}: the step ran ${found.length} times, expected ${wanted.length}`];
  return wanted.flatMap((one, index) => {
    const place = Array.isArray(expected) ? `inputs.${id}[${index}]` : `inputs.${id}`;
    const keys = Object.keys(one ?? {});
    const compared = Object.fromEntries(Object.entries(found[index]!).filter(([key]) => keys.includes(key)));
    return differencesBetween(place, compared, one, 'expected');
  });
}
