import { ActionIcon, Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState, type KeyboardEvent } from 'react';
import { useDashboards } from '../api/queries.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { PageHeading } from '../shell/PageHeading.tsx';
import classes from './Dashboards.module.css';

const NewDashboardDialog = lazy(async () => ({
  default: (await import('./NewDashboardDialog.tsx')).NewDashboardDialog,
}));
const NewReportDialog = lazy(async () => ({ default: (await import('./NewReportDialog.tsx')).NewReportDialog }));

const allReports = 'all';

/** The reports of the branch: all of them, and each dashboard, as tabs with an address each. */
export function ReportTabs() {
  const { dashboardId } = useParams({ strict: false });
  const { data: dashboards = [] } = useDashboards();
  const { canWrite } = useAbilities();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'report' | 'dashboard'>();
  const current = dashboardId ?? allReports;
  const open = dashboards.find(({ id }) => id === dashboardId);
  const close = () => setDialog(undefined);

  function go(tab: string | null) {
    if (tab === null || tab === current) return;
    if (tab === allReports) void navigate({ to: '/reports' });
    else void navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: tab } });
  }

  return (
    <>
      <PageHeading title="Reports">
        {canWrite && (
          <Button data-noprint leftSection={<IconPlus aria-hidden size={16} />} onClick={() => setDialog('report')}>
            New report
          </Button>
        )}
      </PageHeading>
      <Tabs value={current} onChange={go}>
        <div className={classes.tabs} data-noprint>
          <Tabs.List aria-label="Reports and dashboards" className={classes.list} onKeyDownCapture={openFirstOrLast}>
            <Tabs.Tab value={allReports}>All reports</Tabs.Tab>
            {dashboards.map(({ id, name }) => (
              <Tabs.Tab key={id} value={id}>
                {name}
              </Tabs.Tab>
            ))}
            {dashboardId !== undefined && open === undefined && <Tabs.Tab value={dashboardId}>…</Tabs.Tab>}
          </Tabs.List>
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

/** Home and End open the tab that they go to, as arrows do; of themselves they would only move the focus. */
function openFirstOrLast(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  event.stopPropagation();
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const tab = tabs.at(event.key === 'Home' ? 0 : -1);
  tab?.focus();
  tab?.click();
}
