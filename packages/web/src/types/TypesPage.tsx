import { Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecordType } from '@tallyhook/schemas';
import { call } from '../api/call.ts';
import { useTypes } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import classes from '../shell/List.module.css';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import { NewTypeDialog } from './NewTypeDialog.tsx';

/** The record types of the branch. */
export function TypesPage() {
  const { canWrite } = useAbilities();
  const { data: types, error, refetch } = useTypes();
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <PageHeading title="Types">
        {canWrite && types !== undefined && (
          <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => setIsNew(true)}>
            New type
          </Button>
        )}
      </PageHeading>
      {error !== null && <ErrorNote title="Couldn't load the types" error={error} onRetry={() => void refetch()} />}
      {types === undefined && error === null && <Skeleton height={320} />}
      {types !== undefined && <TypeList types={types} />}
      {isNew && types !== undefined && <NewTypeDialog types={types} onClose={() => setIsNew(false)} />}
    </>
  );
}

function TypeList({ types }: { types: readonly RecordType[] }) {
  const place = usePlace();
  const formats = useFormats();
  const counts = useQueries({
    queries: types.map(({ name }) => ({
      queryKey: ['type-uses', place, name],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(place, 'GET /api/types/:name/uses', { path: { name }, signal }),
    })),
  });
  return (
    <List
      title="Record types"
      hint="What records are about, and which fields they have"
      columns={[
        { label: 'Type' },
        { label: 'From', isLess: true },
        { label: 'Fields', isNumber: true },
        { label: 'Records', isNumber: true },
      ]}
      count={types.length}
      empty={<Text>No types yet. A type says which fields records have.</Text>}
    >
      {types.map(({ name, plural, app, fields }, at) => (
        <tr key={name}>
          <th scope="row">
            <Link className={classes.name} to="/types/$typeName" params={{ typeName: name }}>
              {plural}
            </Link>
            <span className={classes.sub}>{name}</span>
          </th>
          <td className={classes.less}>{app === 'workspace' ? 'This workspace' : `App ${app}`}</td>
          <td className={classes.number}>{fields.length}</td>
          <td className={classes.number}>
            {counts[at]?.data === undefined ? '' : formats.number(counts[at].data.records)}
          </td>
        </tr>
      ))}
    </List>
  );
}
