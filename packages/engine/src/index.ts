export { startWorker } from './worker/start-worker.ts';
export type { RunningWorker, StartWorkerOptions } from './worker/start-worker.ts';
export { engineKinds } from './kinds/index.ts';
export type { EngineKinds, RunningStep, StepOutcome, StepWork, TriggerWork } from './kinds/work.ts';
export { installRuntime } from './worker/runtime.ts';
export { runsTaskQueue } from './task-queues.ts';
export { deliveryWorkflowId } from './workflow-ids.ts';
