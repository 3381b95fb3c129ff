import { Button, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useCountAgain, useDashboards, useReports } from '../api/queries.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { loadPart } from '../shell/load-part.tsx';
import { BlockNotLoaded } from '../shell/PartNotLoaded.tsx';
import type { AddReportProps } from './AddReport.tsx';
import { CopyToEdit } from './CopyToEdit.tsx';
import { DashboardGrid } from './DashboardGrid.tsx';
import classes from './Dashboards.module.css';

// Never loaded for people who may only read.
const ArrangeBar = lazy(async () => {
  const load = async () => (await import('./ArrangeBar.tsx')).ArrangeBar;
  return { default: await loadPart('ArrangeBar', load, BlockNotLoaded) };
});

/** Whether the dashboard is being arranged. */
export interface DashboardSearch {
  arrange?: '1';
}

/** A dashboard: a grid of reports, which people who may write can arrange. */
export function DashboardPage() {
  const { dashboardId } = useParams({ from: '/tabs/dashboards/$dashboardId' });
  return <OneDashboard key={dashboardId} dashboardId={dashboardId} />;
}

/** Keeps the reason of a refused change visible even if the dashboard turns out to be deleted. */
function OneDashboard({ dashboardId }: { dashboardId: string }) {
  const [refused, setRefused] = useState<unknown>();
  return (
    <>
      {refused !== undefined && <ErrorNote title="Couldn't change the dashboard" error={refused} />}
      <ReadyDashboard dashboardId={dashboardId} onFailure={setRefused} />
    </>
  );
}

function ReadyDashboard({ dashboardId, onFailure }: { dashboardId: string; onFailure: (failure: unknown) => void }) {
  const { data: dashboards, error, refetch } = useDashboards();
  const reports = useReports();
  const dashboard = dashboards?.find(({ id }) => id === dashboardId);
  const failure = error ?? reports.error;
  if (failure !== null && (dashboards === undefined || reports.data === undefined))
    return (
      <ErrorNote
        title="Couldn't load the dashboard"
        error={failure}
        onRetry={() => void Promise.all([refetch(), reports.refetch()])}
      />
    );
  if (dashboards === undefined || reports.data === undefined) return <Skeleton height={320} />;
  if (dashboard === undefined) {
    return (
      <Paper withBorder p="xl">
        <Title order={2} mb="xs">
          Dashboard not found
        </Title>
        <Text>It was deleted or is on another branch. Its reports are under “All reports”.</Text>
      </Paper>
    );
  }
  return <OpenDashboard {...{ dashboard, onFailure }} reports={reports.data} />;
}

function OpenDashboard({ dashboard, reports, onFailure }: AddReportProps) {
  const { arrange } = useSearch({ from: '/tabs/dashboards/$dashboardId' });
  const { canWrite } = useAbilities();
  const canArrange = canWrite && dashboard.readOnly !== true;
  const isArranging = canArrange && arrange === '1';
  const navigate = useNavigate({ from: '/dashboards/$dashboardId' });
  const setArranging = (on: boolean) => void navigate({ search: (on ? { arrange: '1' } : {}) as never, replace: true });
  return (
    <>
      <div className={classes.bar} data-noprint>
        <CountAll {...{ dashboard, reports }} />
        {dashboard.readOnly === true && (
          <Text size="sm" c="dimmed">
            From an app, read-only
          </Text>
        )}
        {dashboard.readOnly === true && canWrite && <CopyToEdit id={dashboard.id} onFailure={onFailure} />}
        {canArrange && (
          <Suspense fallback={null}>
            <ArrangeBar {...{ dashboard, reports, isArranging, onFailure }} onArrange={setArranging} />
          </Suspense>
        )}
      </div>
      {dashboard.tiles.length === 0 && (
        <EmptyDashboard canArrange={canArrange} isArranging={isArranging} onArrange={() => setArranging(true)} />
      )}
      <DashboardGrid {...{ dashboard, reports, isArranging, onFailure }} />
    </>
  );
}

/** Counts every tile again and shows the progress. */
function CountAll({ dashboard: { name, tiles }, reports: known }: Pick<AddReportProps, 'dashboard' | 'reports'>) {
  const countAgain = useCountAgain();
  const announce = useAnnounce();
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const reports = known.filter(({ id }) => tiles.some(({ report }) => report === id));
  if (reports.length < 2) return null;

  async function countAll() {
    let done = 0;
    let counted = 0;
    setProgress({ done, of: reports.length });
    await Promise.all(
      reports.map(async (report) => {
        if ((await countAgain(report)) === 'counted') counted += 1;
        done += 1;
        setProgress({ done, of: reports.length });
      }),
    );
    setProgress(undefined);
    const all = counted === reports.length;
    announce(
      all ? `${name} was counted again` : `${counted} of ${reports.length} reports on ${name} were counted again`,
    );
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh aria-hidden size={15} />}
      aria-disabled={progress !== undefined}
      onClick={() => progress ?? void countAll()}
    >
      {progress === undefined ? 'Count all again' : `Counting: ${progress.done} of ${progress.of}`}
    </Button>
  );
}

function EmptyDashboard(props: { canArrange: boolean; isArranging: boolean; onArrange: () => void }) {
  return (
    <Paper withBorder p="xl" className={classes.empty}>
      <Title order={2} mb="xs">
        This dashboard is empty
      </Title>
      <Text mb={props.canArrange && !props.isArranging ? 'sm' : 0}>
        {props.canArrange
          ? 'Use “Add report” for a saved report or “New report” for a new one. Both appear here.'
          : 'People who can edit this branch can add reports here.'}
      </Text>
      {props.canArrange && !props.isArranging && <Button onClick={props.onArrange}>Arrange</Button>}
    </Paper>
  );
}
