import { Button, Checkbox, Group, NativeSelect, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ConnectorFolder, ReleasePlan } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { isCore, workspaceOf } from '../session/workspace-of.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { textOfProblem } from './file-context.ts';
import { ReleaseChanges, useReleasePlan } from './ReleaseChanges.tsx';
import classes from './ConnectorBuilder.module.css';

interface ReleaseDialogProps {
  id: string;
  /** What `connector.json` says: the version of a first release. */
  ownVersion: string;
  hasFixtures: boolean;
  save: () => Promise<ConnectorFolder | undefined>;
  onClose: () => void;
  /** The folder as released: its version has changed. */
  onReleased: () => void;
}

const steps = ['patch', 'minor', 'major'] as const;
const stepWords = { patch: 'fixes only', minor: 'something new', major: 'something breaks' };

/** What a release changes, whom it concerns, and which version it is. */
export function ReleaseDialog({ id, ownVersion, hasFixtures, save, onClose, onReleased }: ReleaseDialogProps) {
  const { data: plan, error } = useReleasePlan({ id, save });
  return (
    <Dialog title="Release a version" onClose={onClose}>
      {error !== null && <ErrorNote title="Couldn't compare it with the latest version" error={error} />}
      {plan === undefined && error === null && <Skeleton height={160} />}
      {plan !== undefined && <Plan {...{ id, plan, ownVersion, hasFixtures, save, onClose, onReleased }} />}
    </Dialog>
  );
}

function Plan({
  id,
  plan,
  ownVersion,
  hasFixtures,
  save,
  onClose,
  onReleased,
}: ReleaseDialogProps & { plan: ReleasePlan }) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const session = useSignedIn();
  const { isSending, error, send } = useSending();
  const forWhom = isCore(session, workspaceOf(session, place.workspace))
    ? 'Every workspace of this installation will see it in the marketplace.'
    : `Only this workspace will see it. ${session.core ? 'To release for every workspace, make it in the connector workspace (/!core).' : 'Operators release for every workspace.'}`;
  const { latestVersion, nextVersions, neededStep, blocked } = plan;
  const allowed = steps.slice(Math.max(0, steps.indexOf(neededStep ?? 'patch')));
  const offered =
    latestVersion === null
      ? [{ value: ownVersion, label: ownVersion }]
      : allowed.map((step) => ({ value: nextVersions[step], label: `${nextVersions[step]} (${step})` }));
  const [version, setVersion] = useState(offered[0]!.value);
  const [isUntested, setIsUntested] = useState(false);
  const [notes, setNotes] = useState('');
  const isBlocked = blocked.length > 0;

  const release = async () => {
    const isDone = await send(async () => {
      const folder = await save();
      if (folder === undefined) throw new Error('The connector could not be saved, so nothing was released.');
      const said = notes.trim();
      const body = {
        ...{ version, revision: folder.revision },
        ...(isUntested && { isUntested }),
        ...(said !== '' && { notes: said }),
      };
      await call(place, 'POST /api/connector-folders/:id/releases', { path: { id }, body });
      announce(`Version ${version} is released`);
      await queries.invalidateQueries({ queryKey: ['connector-folders'] });
      await queries.invalidateQueries({ queryKey: ['integrations', place.workspace] });
    });
    if (isDone) onReleased();
  };

  return (
    <Stack>
      <ReleaseChanges plan={plan} />
      {isBlocked ? (
        <section aria-label="What is in the way">
          <Title order={3}>It cannot be released yet</Title>
          <ul className={classes.changes}>
            {blocked.map((problem, index) => (
              <li key={index}>
                {problem.file}: {textOfProblem(problem)}
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <>
          <NativeSelect
            label="Version"
            description={
              neededStep === null ? undefined : `The changes need a ${neededStep} step: ${stepWords[neededStep]}.`
            }
            data={offered}
            value={version}
            onChange={({ currentTarget }) => setVersion(currentTarget.value)}
          />
          <Textarea
            label="Release notes (optional)"
            description="Shown with the version in the marketplace."
            rows={3}
            maxLength={4_000}
            value={notes}
            onChange={({ currentTarget }) => setNotes(currentTarget.value)}
          />
          <Text size="sm">{forWhom}</Text>
          {!hasFixtures && (
            <Checkbox
              label="Release it although no fixture tests it"
              checked={isUntested}
              onChange={({ currentTarget }) => setIsUntested(currentTarget.checked)}
            />
          )}
        </>
      )}
      {error !== undefined && <ErrorNote title="Couldn't release it" error={error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {!isBlocked && (
          <BusyButton isBusy={isSending} onClick={() => void release()}>
            Release {version}
          </BusyButton>
        )}
      </Group>
    </Stack>
  );
}
