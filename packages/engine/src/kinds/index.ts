import type { WorkflowStep, WorkflowTrigger } from '@tallyhook/schemas';
import { workflowKinds } from '@tallyhook/schemas/kinds';
import { action } from './action.ts';
import { connector } from './connector.ts';
import { runReport } from './run-report.ts';
import type { EngineKinds, StepWork, TriggerWork } from './work.ts';

/** The work of each kind that schemas/kinds declares. A missing kind is a type error. */
export const engineKinds: EngineKinds = {
  declared: workflowKinds,
  steps: { runReport, action } satisfies Record<WorkflowStep['kind'], StepWork>,
  triggers: { connector } satisfies Record<WorkflowTrigger['kind'], TriggerWork>,
};
