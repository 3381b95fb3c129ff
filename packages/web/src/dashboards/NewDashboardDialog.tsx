import { useNavigate } from '@tanstack/react-router';
import { useDashboardChanges } from '../api/changes.ts';
import { NameDialog } from '../shell/NameDialog.tsx';

/** Asks for the name of a new dashboard; reports can be added afterwards. */
export function NewDashboardDialog({ onClose }: { onClose: () => void }) {
  const changes = useDashboardChanges();
  const navigate = useNavigate();
  return (
    <NameDialog
      title="New dashboard"
      action="Create"
      onClose={onClose}
      onSubmit={(name) => changes.create(name)}
      onDone={({ id }) => {
        onClose();
        void navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: id }, search: { arrange: '1' } });
      }}
    />
  );
}
