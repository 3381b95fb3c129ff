import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WorkflowVersion } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { LineChanges } from '../shell/LineChanges.tsx';
import type { EditedWorkflow } from './tree.ts';
import type { EditedState } from './use-edited-workflow.ts';
import { Moment } from '../shell/Moment.tsx';

/** The published versions: compare one with the draft, or take it over. */
export function VersionsDialog({ state, onClose }: { state: EditedState; onClose: () => void }) {
  const place = usePlace();
  const { workflowId } = state.draft;
  const { data, error } = useQuery({
    queryKey: ['workflow-versions', place, workflowId],
    queryFn: ({ signal }) => call(place, 'GET /api/workflows/:id/versions', { path: { id: workflowId }, signal }),
    staleTime: 0,
  });
  const [compared, setCompared] = useState<WorkflowVersion>();
  const takeOver = (version: WorkflowVersion) => {
    state.change(version.definition as unknown as EditedWorkflow);
    onClose();
  };
  return (
    <Dialog title="Versions" onClose={onClose}>
      <Stack>
        {error !== null && <ErrorNote title="Couldn't load the versions" error={error} />}
        {data === undefined && error === null && <Skeleton height={120} />}
        {data?.length === 0 && <Text size="sm">It was never published. Publish it to make the first version.</Text>}
        {data?.map((version) => (
          <Group key={version.revision} justify="space-between" wrap="nowrap">
            <Text size="sm">
              <b>Version {version.revision}</b>, <Moment at={version.publishedAt} as="moment" />
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Compare version ${version.revision} with the draft`}
                onClick={() => setCompared(version)}
              >
                Compare
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Take over version ${version.revision}`}
                onClick={() => takeOver(version)}
              >
                Take over
              </Button>
            </Group>
          </Group>
        ))}
        {compared !== undefined && <Comparison version={compared} draft={state.workflow} />}
      </Stack>
    </Dialog>
  );
}

function Comparison({ version, draft }: { version: WorkflowVersion; draft: EditedWorkflow }) {
  if (JSON.stringify(version.definition) === JSON.stringify(draft))
    return <Text size="sm">The draft is the same as version {version.revision}.</Text>;
  return (
    <section aria-label={`From version ${version.revision} to the draft`}>
      <LineChanges before={version.definition} after={draft} />
    </section>
  );
}
