import { Button, Group, Menu, Switch } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDashboardChanges } from '../api/changes.ts';
import type { Dashboard } from '../api/shapes.ts';
import { NameDialog } from '../shell/NameDialog.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import { AddReport, type AddReportProps } from './AddReport.tsx';

export interface ArrangeBarProps extends AddReportProps {
  isArranging: boolean;
  onArrange: (on: boolean) => void;
}

/** What those who may write can do to a dashboard as a whole. */
export function ArrangeBar({ dashboard, reports, isArranging, onArrange }: ArrangeBarProps) {
  return (
    <Group gap="sm" ml="auto">
      {isArranging && <AddReport dashboard={dashboard} reports={reports} />}
      <Switch
        label="Arrange"
        checked={isArranging}
        onChange={({ currentTarget }) => onArrange(currentTarget.checked)}
      />
      <DashboardMenu dashboard={dashboard} />
    </Group>
  );
}

function DashboardMenu({ dashboard }: { dashboard: Dashboard }) {
  const [isRenaming, setIsRenaming] = useState(false);
  const changes = useDashboardChanges();
  const navigate = useNavigate();
  const offerUndo = useOfferUndo();

  async function remove() {
    await changes.remove(dashboard.id);
    await navigate({ to: '/reports' });
    offerUndo({
      text: `${dashboard.name} was deleted; its reports stay`,
      takesFocus: true,
      undo: async () => {
        await changes.bringBack(dashboard.id);
        await navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: dashboard.id } });
      },
    });
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} shadow="md">
        <Menu.Target>
          <Button variant="default" size="xs" px={8} aria-label={`More about ${dashboard.name}`}>
            <IconDots aria-hidden size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setIsRenaming(true)}>Rename the dashboard</Menu.Item>
          <Menu.Item onClick={() => void remove()}>Delete the dashboard</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming && (
        <NameDialog
          title="Rename the dashboard"
          action="Rename"
          name={dashboard.name}
          onClose={() => setIsRenaming(false)}
          onSubmit={async (name) => {
            await changes.rename(dashboard.id, name);
            setIsRenaming(false);
          }}
        />
      )}
    </>
  );
}
