import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockPause,
  IconHandStop,
  IconLoader,
} from '@tabler/icons-react';
import type { RunStatus, StepStatus } from '@tallyhook/schemas/api';
import classes from './Runs.module.css';

const marks = {
  pending: { word: 'Not started', Icon: IconCircleDashed, tone: 'quiet' },
  queued: { word: 'Queued', Icon: IconCircleDashed, tone: 'quiet' },
  running: { word: 'Running', Icon: IconLoader, tone: 'busy' },
  waiting: { word: 'Waiting', Icon: IconClockPause, tone: 'patient' },
  completed: { word: 'Completed', Icon: IconCircleCheck, tone: 'good' },
  failed: { word: 'Failed', Icon: IconCircleX, tone: 'bad' },
  cancelled: { word: 'Cancelled', Icon: IconHandStop, tone: 'quiet' },
} as const satisfies Record<RunStatus | StepStatus, unknown>;

/** The label of a status. */
export function statusLabel(status: RunStatus | StepStatus): string {
  return marks[status].word;
}

/** The status of a run or step: an icon and a label. */
export function RunStatusMark({ status }: { status: RunStatus | StepStatus }) {
  const { word, Icon, tone } = marks[status];
  return (
    <span className={classes.status} data-tone={tone}>
      <Icon aria-hidden size={18} stroke={2} />
      {word}
    </span>
  );
}
