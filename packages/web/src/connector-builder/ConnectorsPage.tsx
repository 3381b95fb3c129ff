import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { listRefreshMs } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import listClasses from '../shell/List.module.css';
import { ManagersOnly } from '../shell/ManagersOnly.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import { NewConnector } from './NewConnector.tsx';
import classes from './ConnectorBuilder.module.css';

/** The connectors in the making: what is wrong with each, and which version is out. */
export function ConnectorsPage() {
  const place = usePlace();
  const formats = useFormats();
  const { canManage } = useAbilities();
  const [isNew, setIsNew] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['connector-folders', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/connector-folders', { signal }),
    refetchInterval: listRefreshMs,
    enabled: canManage,
  });
  const { data: members = [] } = useQuery({
    queryKey: ['members', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/members', { signal }),
    enabled: canManage,
  });
  const nameOf = (personId: string) => {
    const member = members.find((one) => one.personId === personId);
    return member === undefined ? '' : `, ${member.name}`;
  };
  const start = (
    <Button size="xs" ml="auto" leftSection={<IconPlus aria-hidden size={15} />} onClick={() => setIsNew(true)}>
      New connector
    </Button>
  );
  return (
    <>
      <PageHeading title="Connectors">{canManage && start}</PageHeading>
      {!canManage && <ManagersOnly>Connectors are built by those who manage the workspace.</ManagersOnly>}
      {error !== null && (
        <ErrorNote title="Couldn't load the connectors" error={error} onRetry={() => void refetch()} />
      )}
      {canManage && data === undefined && error === null && <Skeleton height={240} />}
      {data !== undefined && (
        <List
          title="Connectors in the making"
          count={data.folders.length}
          empty={
            <div className={classes.empty}>
              <Text fw={600}>No connector is being built yet</Text>
              <Text size="sm" c="dimmed">
                A connector teaches Tallyhook another service: its sign-in, its actions and its webhooks.
              </Text>
              <Button size="xs" onClick={() => setIsNew(true)}>
                Build the first connector
              </Button>
            </div>
          }
          columns={[
            { label: 'Connector' },
            { label: 'Problems' },
            { label: 'Draft of', isLess: true },
            { label: 'Latest release' },
            { label: 'Changed', isLess: true },
          ]}
        >
          {data.folders.map((folder) => (
            <tr key={folder.id}>
              <th scope="row">
                <Anchor
                  component={Link}
                  to="/connectors/$connectorId"
                  params={{ connectorId: folder.id } as never}
                  size="sm"
                  fw={600}
                >
                  {folder.name}
                </Anchor>
                <div className={listClasses.muted}>{folder.id}</div>
              </th>
              <td>
                {folder.problemCount === 0 ? (
                  <span className={listClasses.muted}>None</span>
                ) : (
                  <b className={classes.entryCount}>{folder.problemCount}</b>
                )}
              </td>
              <td className={listClasses.less}>{folder.version}</td>
              <td>{folder.latestVersion ?? <span className={listClasses.muted}>Not released</span>}</td>
              <td className={`${listClasses.muted} ${listClasses.less}`}>
                {formats.time(folder.changedAt)}
                {nameOf(folder.changedBy)}
              </td>
            </tr>
          ))}
        </List>
      )}
      {isNew && <NewConnector onClose={() => setIsNew(false)} />}
    </>
  );
}
