import { Button, Group, Menu, Switch, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDashboardChanges } from '../api/changes.ts';
import { isGone } from '../api/gone.ts';
import { useIsSaving } from '../api/slow-changes.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { ShareDialog } from '../shares/ShareDialog.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { NameDialog } from '../shell/NameDialog.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import { AboutDialog } from './AboutDialog.tsx';
import { AddReport, type AddReportProps } from './AddReport.tsx';

export interface ArrangeBarProps extends AddReportProps {
  isArranging: boolean;
  onArrange: (on: boolean) => void;
}

/** Actions on a whole dashboard, for people who may write. */
export function ArrangeBar({ dashboard, reports, isArranging, onArrange, onFailure }: ArrangeBarProps) {
  return (
    <Group gap="sm" ml="auto">
      <Saving />
      {isArranging && <AddReport {...{ dashboard, reports, onFailure }} />}
      <Switch
        label="Arrange"
        checked={isArranging}
        onChange={({ currentTarget }) => onArrange(currentTarget.checked)}
      />
      <DashboardMenu {...{ dashboard, onFailure }} />
    </Group>
  );
}

/** Shows that a change is still being saved if it takes longer than a moment. */
function Saving() {
  const isSaving = useIsSaving();
  const announce = useAnnounce();
  useEffect(() => {
    if (isSaving) announce('Saving the dashboard');
  }, [isSaving, announce]);
  if (!isSaving) return null;
  return (
    <Text size="sm" c="dimmed">
      Saving …
    </Text>
  );
}

function DashboardMenu({ dashboard, onFailure }: Pick<AddReportProps, 'dashboard' | 'onFailure'>) {
  const [isRenaming, setIsRenaming] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const [isAbout, setIsAbout] = useState(false);
  const { canManage } = useAbilities();
  const changes = useDashboardChanges();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const offerUndo = useOfferUndo();

  async function remove() {
    onFailure(undefined);
    let wasThere: boolean;
    try {
      wasThere = await changes.remove(dashboard.id);
    } catch (error) {
      return onFailure(error);
    }
    await navigate({ to: '/reports' });
    // Don't offer to undo somebody else's deletion.
    if (!wasThere) return announce(`${dashboard.name} was already deleted`);
    offerUndo({
      text: `${dashboard.name} was deleted; its reports were kept`,
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
          <Button variant="default" size="xs" px={8} aria-label={`More actions for ${dashboard.name}`}>
            <IconDots aria-hidden size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setIsRenaming(true)}>Rename dashboard</Menu.Item>
          <Menu.Item onClick={() => setIsAbout(true)}>Description and tags</Menu.Item>
          {canManage && <Menu.Item onClick={() => setIsSharing(true)}>Share by link</Menu.Item>}
          <Menu.Item onClick={() => void remove()}>Delete dashboard</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAbout && <AboutDialog dashboard={dashboard} onClose={() => setIsAbout(false)} />}
      {isSharing && (
        <ShareDialog kind="dashboard" target={dashboard.id} name={dashboard.name} onClose={() => setIsSharing(false)} />
      )}
      {isRenaming && (
        <NameDialog
          title="Rename dashboard"
          action="Rename"
          name={dashboard.name}
          onClose={() => setIsRenaming(false)}
          onSubmit={async (name) => {
            try {
              await changes.change(dashboard.id, { name });
            } catch (error) {
              // The dialog closes together with the deleted dashboard.
              if (isGone(error)) onFailure(error);
              throw error;
            }
            setIsRenaming(false);
          }}
        />
      )}
    </>
  );
}
