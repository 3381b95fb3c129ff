import { Button, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditRow } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import classes from '../shell/List.module.css';
import { ManagersOnly } from '../shell/ManagersOnly.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { auditActions, describeAction } from './describe-action.ts';
import { Moment } from '../shell/Moment.tsx';

/** Who changed people, keys, accounts, connectors and workflows. */
export function AuditPage() {
  const { canManage } = useAbilities();
  return (
    <>
      <PageHeading title="Audit" />
      {canManage ? (
        <AuditList />
      ) : (
        <ManagersOnly>It shows who changed people, keys, accounts, connectors and workflows.</ManagersOnly>
      )}
    </>
  );
}

function AuditList() {
  const place = usePlace();
  const [action, setAction] = useState('');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit', place.workspace, action],
    queryFn: ({ signal, pageParam }) =>
      call(place, 'GET /api/audit', { query: { action: action || undefined, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  if (error !== null) return <ErrorNote title="Couldn't load the audit" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={320} />;
  const rows = data.pages.flatMap((page) => page.rows);
  return (
    <Stack gap="md" align="stretch">
      <NativeSelect
        label="What was done"
        w={260}
        value={action}
        data={[{ value: '', label: 'Everything' }, ...auditActions.map(([value, label]) => ({ value, label }))]}
        onChange={({ currentTarget }) => setAction(currentTarget.value)}
      />
      <List
        title="Changes"
        hint="Newest first."
        count={rows.length}
        empty={action === '' ? 'Nothing has changed yet.' : 'Nothing like this has happened.'}
        columns={[{ label: 'When' }, { label: 'Who' }, { label: 'What' }, { label: 'Details', isLess: true }]}
      >
        {rows.map((row, index) => (
          <tr key={`${row.at} ${index}`}>
            <td className={`${classes.muted} ${classes.whole}`}>
              <Moment at={row.at} />
            </td>
            <td className={classes.whole}>{row.who}</td>
            <th scope="row">
              {describeAction(row.action)} <b className={classes.name}>{row.targetName ?? row.target}</b>
            </th>
            <td className={`${classes.muted} ${classes.less}`}>{describeDetails(row)}</td>
          </tr>
        ))}
      </List>
      {hasNextPage && (
        <Button variant="default" w="max-content" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </Stack>
  );
}

function describeDetails({ details }: AuditRow): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
