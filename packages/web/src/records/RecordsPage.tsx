import { Anchor, Text } from '@mantine/core';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useTypes } from '../api/queries.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { RecordSheet } from './RecordSheet.tsx';

/** The records of one type as a sheet. */
export function RecordsPage() {
  const { typeName } = useParams({ from: '/records/$typeName' });
  const search = useSearch({ from: '/records/$typeName' });
  // Somebody may add or remove a field while the grid is open.
  const { data: types, error } = useTypes({ isPolled: true });
  const router = useRouter();
  const type = types?.find(({ name }) => name === typeName);
  const back = search.from !== undefined && (
    <Anchor component="button" type="button" size="sm" data-noprint onClick={() => router.history.back()}>
      Back to {search.from}
    </Anchor>
  );
  if (type !== undefined) return <RecordSheet key={type.name} type={type} types={types!} back={back} />;
  return (
    <>
      <PageHeading title="Records" />
      {back}
      {error !== null && <ErrorNote title="Couldn't load the records" error={error} />}
      {types !== undefined && <Text>This branch has no records of that type.</Text>}
    </>
  );
}
