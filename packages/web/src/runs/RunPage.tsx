import { Alert, Anchor, Code, Skeleton, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { describeStart, workflowKinds } from '@tallyhook/schemas/kinds';
import { useEffect, useRef } from 'react';
import { isGone } from '../api/gone.ts';
import { useRun } from '../api/queries.ts';
import type { Run } from '@tallyhook/schemas/api';
import { isOpenRun } from '@tallyhook/schemas/run-statuses';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import { CancelRun } from './CancelRun.tsx';
import { describeDuration } from './duration.ts';
import { RunAgain } from './RunAgain.tsx';
import { RunStatusMark, statusLabel } from './RunStatusMark.tsx';
import classes from './Runs.module.css';
import { StepList } from './StepItem.tsx';
import { WatchRun } from './WatchRun.tsx';
import { useNow } from './use-now.ts';

/** One run: its status, its steps, and the input and output of each. */
export function RunPage() {
  const { runId } = useParams({ from: '/runs/$runId' });
  const { data: run, error, refetch } = useRun(runId);
  useSpokenStatus(run);
  return (
    <>
      <PageHeading
        title={run?.workflowName ?? (isGone(error) ? 'Run not found' : 'Run')}
        parent={
          <Anchor component={Link} to="/runs" size="sm">
            All runs
          </Anchor>
        }
      >
        {run !== undefined && <CancelRun run={run} />}
        {run !== undefined && <WatchRun run={run} />}
        {run !== undefined && !run.isTest && <RunAgain run={run} />}
        {run !== undefined && <RunStatusMark status={run.status} />}
      </PageHeading>
      {run === undefined && error === null && <Skeleton height={320} />}
      {error !== null && (
        <ErrorNote
          title={run === undefined ? "Couldn't load the run" : 'This may be out of date'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {run !== undefined && <RunDetails run={run} />}
    </>
  );
}

function RunDetails({ run }: { run: Run }) {
  const now = useNow(isOpenRun(run.status));
  const failedStep = run.steps.find(({ status }) => status === 'failed');
  return (
    <>
      <RunFacts run={run} now={now} />
      {run.error !== null && failedStep === undefined && (
        <Alert color="red" variant="outline" title="The run failed" icon={<IconAlertTriangle aria-hidden />} mb="md">
          {run.error.message}
        </Alert>
      )}
      <Title order={2} mb="xs">
        Steps
      </Title>
      <StepList steps={run.steps} run={run} now={now} />
    </>
  );
}

function RunFacts({ run, now }: { run: Run; now: number }) {
  const formats = useFormats();
  const { trigger, attempt, againOf, queuedAt, startedAt, endedAt, id } = run;
  const start = describeStart(trigger, workflowKinds);
  const facts: [string, string, isCode?: boolean][] = [
    ['Started by', run.isTest ? 'A test in the builder' : start.by],
    ...(start.reference ? [[start.reference.name, start.reference.id, true] as [string, string, boolean]] : []),
    ['Started', formats.moment(startedAt ?? queuedAt)],
    [endedAt === null ? 'Running for' : 'Took', describeDuration(startedAt, endedAt, now)],
    ['Attempt', String(attempt)],
    ['Run', id, true],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value, isCode]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isCode === true ? <Code>{value}</Code> : value}</dd>
        </div>
      ))}
      {againOf !== undefined && (
        <div>
          <dt>First attempt</dt>
          <dd>
            <Anchor component={Link} to="/runs/$runId" params={{ runId: againOf } as never} size="sm">
              {againOf}
            </Anchor>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Announces status changes of the run, but not the status at page load. */
function useSpokenStatus(run: Run | undefined): void {
  const announce = useAnnounce();
  const last = useRef<Run['status']>(undefined);
  useEffect(() => {
    if (run === undefined) return;
    if (last.current !== undefined && last.current !== run.status)
      announce(`The run is ${statusLabel(run.status).toLowerCase()}`);
    last.current = run.status;
  }, [announce, run]);
}
