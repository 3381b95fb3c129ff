import type { WorkflowActivity } from '@tallyhook/schemas/api';
import { statusLabel } from '../runs/RunStatusMark.tsx';
import classes from './Workflows.module.css';

const shown = 10;

/** The last runs, oldest first: low if completed, tall if failed, hollow if open. Screen readers get a sentence. */
export function LastRuns({ runs }: { runs: WorkflowActivity['runs'] }) {
  const empty = Array.from({ length: Math.max(0, shown - runs.length) }, () => 'none');
  const marks = [...runs.map(({ status }) => status).reverse(), ...empty];
  return (
    <span className={classes.runs} role="img" aria-label={describeRuns(runs)} title={describeRuns(runs)}>
      {marks.map((status, index) => (
        <span key={index} className={classes.run} data-status={status} />
      ))}
    </span>
  );
}

/** `9 completed, 1 failed`. */
function describeRuns(runs: WorkflowActivity['runs']): string {
  if (runs.length === 0) return 'No runs yet';
  const counts = Map.groupBy(runs, ({ status }) => status);
  return [...counts].map(([status, all]) => `${all.length} ${statusLabel(status).toLowerCase()}`).join(', ');
}
