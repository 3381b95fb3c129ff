import type { Workflow, WorkflowCondition, WorkflowTest, WorkflowTestCase } from '@tallyhook/schemas';
import {
  blocksOf,
  findStepKind,
  maxLoopItems,
  meetsConditions,
  meetsTest,
  workflowKinds,
  type AnyStep,
} from '@tallyhook/schemas/kinds';
import { ActionError } from '../action-error.ts';
import { renderStructure } from '../templates/render.ts';

/** A step that ran offline. */
export interface OfflineStep {
  stepId: string;
  kind: string;
  /** The keys with templates, filled in. */
  input: Record<string, unknown>;
  output: unknown;
  /** Values that templates read and that were not there, as `key: path`. */
  absent: string[];
}

/** How a workflow ran offline. */
export interface OfflineRun {
  status: 'completed' | 'failed' | 'not started';
  steps: OfflineStep[];
  /** Why it failed; null otherwise. */
  error: string | null;
  /** Whether a step of the workflow ended it. */
  isStopped: boolean;
}

/** Ends a run from within. */
class Stopped extends Error {
  readonly status: 'completed' | 'failed';
  constructor(status: 'completed' | 'failed', message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Runs a workflow without the product: conditions, loops and templates are real; whatever a step would ask or do
 * outside has the output that the test gives. Turns of a loop run one after the other.
 */
export function runOffline(workflow: Workflow, { trigger = {}, outputs = {} }: WorkflowTestCase): OfflineRun {
  const { conditions = [] } = workflow.trigger as { conditions?: readonly WorkflowCondition[] };
  const payload = workflow.trigger.kind === 'recordChanged' ? trigger : trigger['payload'];
  if (!meetsConditions(conditions, payload)) return { status: 'not started', steps: [], error: null, isStopped: false };
  const ran: OfflineStep[] = [];
  try {
    runSteps(workflow.steps, { trigger, steps: {} }, { outputs, ran });
    return { status: 'completed', steps: ran, error: null, isStopped: false };
  } catch (error) {
    if (error instanceof Stopped)
      return {
        ...{ status: error.status, steps: ran, isStopped: true },
        error: error.status === 'failed' ? error.message : null,
      };
    if (!(error instanceof ActionError)) throw error;
    return { status: 'failed', steps: ran, error: `${ran.at(-1)?.stepId}: ${error.message}`, isStopped: false };
  }
}

interface Roots {
  trigger: Record<string, unknown>;
  steps: Record<string, { output: unknown }>;
  [name: string]: unknown;
}

interface Offline {
  outputs: Readonly<Record<string, unknown>>;
  ran: OfflineStep[];
}

/** Runs steps in order, and returns the output of the last. */
function runSteps(steps: readonly AnyStep[], around: Roots, offline: Offline): unknown {
  const roots = { ...around, steps: { ...around.steps } };
  let last: unknown = null;
  for (const step of steps) {
    last = runStep(step, roots, offline);
    roots.steps[step.id] = { output: last };
  }
  // What ran inside a condition can be read after it; what ran in a loop cannot.
  Object.assign(around.steps, roots.steps);
  return last;
}

function runStep(step: AnyStep, roots: Roots, { outputs, ran }: Offline): unknown {
  const result: OfflineStep = { stepId: step.id, kind: step.kind, input: {}, output: null, absent: [] };
  ran.push(result);
  for (const key of findStepKind(workflowKinds, step)?.templates ?? []) {
    const value: unknown = Reflect.get(step, key);
    const onAbsent = (path: string) => void result.absent.push(`${key}: ${path}`);
    if (value !== undefined) result.input[key] = renderStructure(value, roots, { place: key, onAbsent });
  }
  result.output = outputOf(step, { roots, result, offline: { outputs, ran } });
  return result.output;
}

function outputOf(
  step: AnyStep,
  { roots, result, offline }: { roots: Roots; result: OfflineStep; offline: Offline },
): unknown {
  const stepsOf = (name: string) => blocksOf(step, workflowKinds).find((block) => block.name === name)?.steps ?? [];
  switch (step.kind) {
    case 'condition': {
      const met = meetsTest(result.input['if'] as WorkflowTest);
      runSteps(stepsOf(met ? 'then' : 'else'), roots, offline);
      return { met };
    }
    case 'forEach':
      return listOf(result.input['list']).map((item, index) =>
        runSteps(stepsOf('steps'), { ...roots, item, index, steps: { ...roots.steps } }, offline),
      );
    case 'stop': {
      const { as = 'completed' } = step as { as?: 'completed' | 'failed' };
      const { message } = result.input;
      throw new Stopped(as, typeof message === 'string' ? message : 'The workflow stopped itself.');
    }
    default:
      return Object.hasOwn(offline.outputs, step.id) ? offline.outputs[step.id] : null;
  }
}

function listOf(list: unknown): unknown[] {
  if (!Array.isArray(list)) throw new ActionError('invalid_input', 'the list of the loop is not a list in this test');
  if (list.length <= maxLoopItems) return list;
  throw new ActionError(
    'invalid_input',
    `the list has ${list.length} items, but a loop runs over at most ${maxLoopItems}`,
  );
}
