import { usePlace } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ManagersOnly } from '../shell/ManagersOnly.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { SettingsForm } from './SettingsForm.tsx';

/** The name of a workspace, and when its days and weeks begin. */
export function SettingsPage() {
  const { workspace: id } = usePlace();
  const { canManage } = useAbilities();
  const workspace = useSignedIn().workspaces.find((one) => one.id === id);
  return (
    <>
      <PageHeading title="Settings" />
      {workspace !== undefined && canManage ? (
        <SettingsForm key={id} workspace={workspace} />
      ) : (
        <ManagersOnly>It shows the name of the workspace, its time zone and the day its weeks start on.</ManagersOnly>
      )}
    </>
  );
}
