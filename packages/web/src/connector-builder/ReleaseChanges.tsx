import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ConnectorFolder, ReleasePlan } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import classes from './ConnectorBuilder.module.css';

/** What a release of the connector as it is now would change. */
export function useReleasePlan({ id, save }: { id: string; save: () => Promise<ConnectorFolder | undefined> }) {
  const place = usePlace();
  return useQuery({
    queryKey: ['release-plan', place.workspace, id],
    queryFn: async ({ signal }) => {
      if ((await save()) === undefined) throw new Error('The connector could not be saved.');
      return call(place, 'GET /api/connector-folders/:id/release-plan', { path: { id }, signal });
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The changes since the latest version, and whom they concern. */
export function ReleaseChanges({ plan }: { plan: ReleasePlan }) {
  const { latestVersion, changes } = plan;
  return (
    <>
      <section aria-label="What changes">
        <Title order={3}>{latestVersion === null ? 'The first version' : `Since ${latestVersion}`}</Title>
        {changes.length === 0 ? (
          <Text size="sm">{latestVersion === null ? 'Nobody uses it yet.' : 'Nothing has changed.'}</Text>
        ) : (
          <ul className={classes.changes}>
            {changes.map(({ text, isBreaking }, index) => (
              <li key={index}>
                {isBreaking && <b>Breaks: </b>}
                {text}
              </li>
            ))}
          </ul>
        )}
      </section>
      {latestVersion !== null && <Concerned plan={plan} />}
    </>
  );
}

function Concerned({ plan: { concerned, concernedElsewhere } }: { plan: ReleasePlan }) {
  return (
    <section aria-label="Who is concerned">
      <Title order={3}>Who is concerned</Title>
      {concerned.length === 0 && concernedElsewhere === 0 && <Text size="sm">No workflow uses it.</Text>}
      <ul className={classes.changes}>
        {concerned.map(({ workflowId, workflow, version }) => (
          <li key={workflowId}>
            <Anchor component={Link} to="/workflows/$workflowId" params={{ workflowId } as never} size="sm">
              {workflow}
            </Anchor>
            , on {version}
          </li>
        ))}
        {concernedElsewhere > 0 && (
          <li>
            {concernedElsewhere === 1 ? '1 other workspace has' : `${concernedElsewhere} other workspaces have`}{' '}
            installed it
          </li>
        )}
      </ul>
      <Text size="sm" c="dimmed">
        Workflows stay on their version until a person moves them.
      </Text>
    </section>
  );
}
