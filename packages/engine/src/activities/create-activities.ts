import { Context } from '@temporalio/activity';
import { createAdvancer } from './advance.ts';
import { beginRunActivity } from './begin-run.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { endRunActivity } from './end-run.ts';
import type { RunActivities } from './interface.ts';
import { queueFileActivity } from './queue-file.ts';
import { closeStepActivity, runStepActivity } from './run-step.ts';
import { sendFileActivity } from './send-file.ts';

/** For activities without a heartbeat timeout; heartbeats also deliver the cancellation. */
const usualTimeoutMs = 15_000;

/** The activities of the worker. Their names are recorded in Temporal histories and must never change. */
export function createActivities(deps: ActivityDependencies): RunActivities {
  const { advanceRun, advanceSteps } = createAdvancer(deps);
  return {
    advanceRun,
    advanceSteps,
    beginRun: (input) => beginRunActivity(deps, input),
    runQuickStep: (input) => runStepActivity(deps, input, { showsRunning: false }),
    runLongStep: (input) => withHeartbeats(() => runStepActivity(deps, input, { showsRunning: true })),
    queueFile: (input) => queueFileActivity(deps, input),
    sendFile: (input) => withHeartbeats(() => sendFileActivity(deps, input)),
    closeStep: (input) => closeStepActivity(deps, input),
    endRun: (input) => endRunActivity(deps, input),
  };
}

/** Sends heartbeats to Temporal while the work runs. They also tell the work when it is cancelled. */
async function withHeartbeats<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  context.heartbeat();
  const timer = setInterval(() => context.heartbeat(), (context.info.heartbeatTimeoutMs ?? usualTimeoutMs) / 5);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
