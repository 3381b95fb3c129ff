import { ActionIcon, Button, Tabs } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type KeyboardEvent } from 'react';
import { useDashboards } from '../api/queries.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { loadPart } from '../shell/load-part.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { DialogNotLoaded } from '../shell/PartNotLoaded.tsx';
import { useHiddenEnds } from '../shell/use-hidden-ends.ts';
import classes from './Dashboards.module.css';

const NewDashboardDialog = lazy(async () => {
  const load = async () => (await import('./NewDashboardDialog.tsx')).NewDashboardDialog;
  return { default: await loadPart('NewDashboardDialog', load, DialogNotLoaded) };
});
const NewReportDialog = lazy(async () => {
  const load = async () => (await import('./NewReportDialog.tsx')).NewReportDialog;
  return { default: await loadPart('NewReportDialog', load, DialogNotLoaded) };
});

const allReports = 'all';

/** The tabs of the branch: all reports, and each dashboard, with an address each. */
export function ReportTabs() {
  const { dashboardId } = useParams({ strict: false });
  const { data: dashboards = [] } = useDashboards();
  const { canWrite } = useAbilities();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'report' | 'dashboard'>();
  const current = dashboardId ?? allReports;
  const open = dashboards.find(({ id }) => id === dashboardId);
  const close = () => setDialog(undefined);
  const [list, hidden] = useHiddenEnds<HTMLDivElement>(dashboards.length, 'sideways');

  useEffect(() => {
    const tab = list.current?.querySelector('[role="tab"][aria-selected="true"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list, current, dashboards.length]);

  function go(tab: string | null) {
    if (tab === null || tab === current) return;
    if (tab === allReports) void navigate({ to: '/reports' });
    else void navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: tab } });
  }

  function scroll(direction: 1 | -1) {
    const step = (list.current?.clientWidth ?? 0) * 0.7;
    list.current?.scrollBy({ left: direction * step });
  }

  return (
    <>
      <PageHeading title="Reports" printed={open?.name}>
        {canWrite && (
          <Button data-noprint leftSection={<IconPlus aria-hidden size={16} />} onClick={() => setDialog('report')}>
            New report
          </Button>
        )}
      </PageHeading>
      <Tabs value={current} onChange={go}>
        <div className={classes.tabs} data-noprint>
          <div className={classes.row}>
            <Tabs.List
              ref={list}
              aria-label="Reports and dashboards"
              className={classes.list}
              data-hidden-start={hidden.start || undefined}
              data-hidden-end={hidden.end || undefined}
              onKeyDownCapture={openFirstOrLast}
            >
              <Tabs.Tab value={allReports}>All reports</Tabs.Tab>
              {dashboards.map(({ id, name }) => (
                <Tabs.Tab key={id} value={id}>
                  {name}
                </Tabs.Tab>
              ))}
              {dashboardId !== undefined && open === undefined && <Tabs.Tab value={dashboardId}>…</Tabs.Tab>}
            </Tabs.List>
            {hidden.start && <More to="start" onPress={() => scroll(-1)} />}
            {hidden.end && <More to="end" onPress={() => scroll(1)} />}
          </div>
          {canWrite && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label="New dashboard"
              title="New dashboard"
              onClick={() => setDialog('dashboard')}
            >
              <IconPlus aria-hidden size={18} />
            </ActionIcon>
          )}
        </div>
        <Tabs.Panel value={current}>
          <Outlet />
        </Tabs.Panel>
      </Tabs>
      {dialog === 'dashboard' && (
        <Suspense fallback={null}>
          <NewDashboardDialog onClose={close} />
        </Suspense>
      )}
      {dialog === 'report' && (
        <Suspense fallback={null}>
          <NewReportDialog dashboard={open} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** A button that scrolls to more tabs. For pointers only: keyboards move from tab to tab. */
function More({ to, onPress }: { to: 'start' | 'end'; onPress: () => void }) {
  const Icon = to === 'start' ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      className={classes.more}
      data-to={to}
      variant="subtle"
      color="gray"
      size={28}
      aria-hidden
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon size={18} />
    </ActionIcon>
  );
}

/** Home and End open the tab they move to, like the arrow keys; by default they would only move the focus. */
function openFirstOrLast(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  event.stopPropagation();
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const tab = tabs.at(event.key === 'Home' ? 0 : -1);
  tab?.focus();
  tab?.click();
}
