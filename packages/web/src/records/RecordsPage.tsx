import { Anchor, Button, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { QuestionFilter, RecordType } from '@tallyhook/schemas';
import { useTypes } from '../api/queries.ts';
import { send } from '../api/send.ts';
import type { RecordPage } from '../api/shapes.ts';
import { addressIn, usePlace } from '../place.tsx';
import { describeFilter } from '../reports/describe-report.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import { columnsOf, writeCell } from './record-cells.ts';
import { useNames } from './use-names.ts';
import classes from './Records.module.css';

/** Which records the page lists. */
export interface RecordsSearch {
  type?: string;
  /** A question's filter as JSON. */
  filter?: string;
  timezone?: string;
  weekStart?: string;
  /** What the report is called that led here. */
  from?: string;
}

const atOnce = '50';

/** The records behind a figure. */
export function RecordsPage() {
  const search = useSearch({ from: '/records' });
  const { data: types, error } = useTypes();
  const router = useRouter();
  const type = types?.find(({ name }) => name === search.type);
  return (
    <>
      {search.from !== undefined && (
        <Anchor component="button" type="button" size="sm" data-noprint onClick={() => router.history.back()}>
          Back to {search.from}
        </Anchor>
      )}
      <PageHeading title={type?.plural ?? 'Records'} />
      {error !== null && <ErrorNote title="The records could not be read" error={error} />}
      {types !== undefined && type === undefined && <Text>This branch has no records of that type.</Text>}
      {type !== undefined && <RecordList {...search} type={type} types={types!} />}
    </>
  );
}

interface RecordListProps extends Omit<RecordsSearch, 'type'> {
  type: RecordType;
  types: readonly RecordType[];
}

function RecordList({ type, types, filter, timezone, weekStart }: RecordListProps) {
  const place = usePlace();
  const formats = useFormats();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['records', place, type.name, filter, timezone, weekStart],
    queryFn: ({ signal, pageParam }) => {
      const parameters = { type: type.name, filter, timezone, weekStart, limit: atOnce, cursor: pageParam };
      return send<RecordPage>(addressIn(place, '/api/records', parameters), { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const columns = columnsOf(type);
  const condition = readFilter(filter);
  const names = useNames(type, columns, condition);
  const records = data?.pages.flatMap((page) => page.records) ?? [];
  const words = condition === undefined ? '' : describeFilter(condition, { type: type.name, types, names });
  return (
    <>
      {words !== '' && <Text mb="md">Where {words}.</Text>}
      {error !== null && (
        <ErrorNote title="The records could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && records.length === 0 && (
        <Paper withBorder p="xl">
          <Title order={2}>No record is in this group any more</Title>
        </Paper>
      )}
      {records.length > 0 && (
        <div className={classes.scroll} role="region" aria-label={`Table: ${type.plural}`} tabIndex={0}>
          <Table className={classes.table} verticalSpacing={7}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ name, label, kind }) => (
                  <Table.Th key={name} scope="col" className={kind === 'number' ? classes.figure : undefined}>
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {records.map((record) => (
                <Table.Tr key={record.id}>
                  {columns.map((field) => (
                    <Table.Td key={field.name} className={field.kind === 'number' ? classes.figure : undefined}>
                      {writeCell(record, field, { formats, names })}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {hasNextPage ? (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : (
        records.length > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            {records.length === 1 ? 'That is the only one.' : `These are all ${formats.number(records.length)}.`}
          </Text>
        )
      )}
    </>
  );
}

function readFilter(text: string | undefined): QuestionFilter | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as QuestionFilter);
  } catch {
    return undefined;
  }
}
