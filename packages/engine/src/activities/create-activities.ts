import { beginRunActivity } from './begin-run.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { endRunActivity } from './end-run.ts';
import type { RunActivities } from './interface.ts';
import { queueFileActivity } from './queue-file.ts';
import { runActionActivity } from './run-action.ts';
import { runReportActivity } from './run-report.ts';
import { sendFileActivity } from './send-file.ts';

/** The activities of the worker. Temporal knows them by these names: histories hold them, so they never change. */
export function createActivities(deps: ActivityDependencies): RunActivities {
  return {
    beginRun: (input) => beginRunActivity(deps, input),
    runReport: (input) => runReportActivity(deps, input),
    runAction: (input) => runActionActivity(deps, input),
    queueFile: (input) => queueFileActivity(deps, input),
    sendFile: (input) => sendFileActivity(deps, input),
    endRun: (input) => endRunActivity(deps, input),
  };
}
