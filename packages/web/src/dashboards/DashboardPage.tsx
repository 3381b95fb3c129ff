import { Button, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { DashboardCondition } from '@tallyhook/schemas';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useDashboards, useReports } from '../api/queries.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { loadPart } from '../shell/load-part.tsx';
import { BlockNotLoaded } from '../shell/PartNotLoaded.tsx';
import type { AddReportProps } from './AddReport.tsx';
import { readConditions } from './read-conditions.ts';
import { useCountAll } from './use-count-all.ts';
import { DashboardGrid } from './DashboardGrid.tsx';
import classes from './Dashboards.module.css';

const DashboardFilters = lazy(async () => {
  const load = async () => (await import('./DashboardFilters.tsx')).DashboardFilters;
  return { default: await loadPart('DashboardFilters', load, BlockNotLoaded) };
});

const FullScreen = lazy(async () => {
  const load = async () => (await import('./FullScreen.tsx')).FullScreen;
  return { default: await loadPart('FullScreen', load, BlockNotLoaded) };
});

// Only dashboards of apps have it.
const CopyToEdit = lazy(async () => {
  const load = async () => (await import('./CopyToEdit.tsx')).CopyToEdit;
  return { default: await loadPart('CopyToEdit', load, BlockNotLoaded) };
});

// Never loaded for people who may only read.
const ArrangeBar = lazy(async () => {
  const load = async () => (await import('./ArrangeBar.tsx')).ArrangeBar;
  return { default: await loadPart('ArrangeBar', load, BlockNotLoaded) };
});

/** Whether the dashboard is being arranged, and what it is filtered by. */
export interface DashboardSearch {
  arrange?: '1';
  /** The conditions of its filter as JSON; without them, those that are saved apply. */
  filter?: string;
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
  const search = useSearch({ from: '/tabs/dashboards/$dashboardId' });
  const { arrange, filter } = search;
  const { canWrite } = useAbilities();
  const canArrange = canWrite && dashboard.readOnly !== true;
  const isArranging = canArrange && arrange === '1';
  const navigate = useNavigate({ from: '/dashboards/$dashboardId' });
  const put = (changed: DashboardSearch, replace = true) => void navigate({ search: changed as never, replace });
  const setArranging = (on: boolean) => put({ ...(filter !== undefined && { filter }), ...(on && { arrange: '1' }) });
  const asked = useMemo(() => readConditions(filter), [filter]);
  const conditions = asked ?? dashboard.conditions;
  const filtered = useMemo(() => reports.map((report) => ({ ...report, conditions })), [reports, conditions]);
  const ofTiles = filtered.filter(({ id }) => dashboard.tiles.some(({ report }) => report === id));
  const { progress, countAll } = useCountAll(dashboard.name, ofTiles);
  const refresh = useCallback(() => void countAll(), [countAll]);
  const stage = useRef<HTMLDivElement>(null);
  // Back undoes a change of the filter.
  const setConditions = (changed: readonly DashboardCondition[] | undefined, { isMore } = { isMore: false }) =>
    put({ ...(arrange && { arrange }), ...(changed && { filter: JSON.stringify(changed) }) }, isMore);
  return (
    <div className={classes.stage} ref={stage}>
      {filter !== undefined && asked === undefined && (
        <UnreadFilter filter={filter} onRemove={() => setConditions(undefined, { isMore: true })} />
      )}
      <div className={classes.bar} data-noprint>
        {ofTiles.length > 0 && (
          <Suspense fallback={null}>
            <DashboardFilters
              {...{ dashboard, conditions, onFailure }}
              reports={ofTiles}
              canSave={canArrange}
              onChange={setConditions}
            />
          </Suspense>
        )}
        {ofTiles.length > 1 && <CountAll progress={progress} onCount={() => void countAll()} />}
        {ofTiles.length > 0 && (
          <Suspense fallback={null}>
            <FullScreen name={dashboard.name} stage={stage} onRefresh={refresh} />
          </Suspense>
        )}
        {dashboard.readOnly === true && (
          <Text size="sm" c="dimmed">
            From an app, read-only
          </Text>
        )}
        {dashboard.readOnly === true && canWrite && (
          <Suspense fallback={null}>
            <CopyToEdit id={dashboard.id} onFailure={onFailure} />
          </Suspense>
        )}
        {canArrange && (
          <Suspense fallback={null}>
            <ArrangeBar {...{ dashboard, reports, isArranging, onFailure }} onArrange={setArranging} />
          </Suspense>
        )}
      </div>
      {dashboard.tiles.length === 0 && (
        <EmptyDashboard canArrange={canArrange} isArranging={isArranging} onArrange={() => setArranging(true)} />
      )}
      {dashboard.description !== undefined && <Text className={classes.about}>{dashboard.description}</Text>}
      <DashboardGrid {...{ dashboard, isArranging, onFailure }} reports={filtered} />
    </div>
  );
}

/** The address has a filter that is not a list of conditions. */
function UnreadFilter({ filter, onRemove }: { filter: string; onRemove: () => void }) {
  const detail = `"${filter.slice(0, 80)}" is not a list of conditions in JSON. The filter that is saved with the dashboard applies instead.`;
  return (
    <div data-noprint>
      <ErrorNote title="Couldn't read the filter in the address" error={new Error(detail)} />
      <Button size="xs" variant="default" mb="sm" onClick={onRemove}>
        Remove it from the address
      </Button>
    </div>
  );
}

/** Counts every tile again and shows the progress. */
function CountAll({ progress, onCount }: { progress: { done: number; of: number } | undefined; onCount: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh aria-hidden size={15} />}
      aria-disabled={progress !== undefined}
      onClick={() => progress ?? onCount()}
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
