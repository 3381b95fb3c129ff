import { Anchor, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { QuestionFilter, RecordType } from '@tallyhook/schemas';
import { addressOf, call } from '../api/call.ts';
import { count } from '../api/count.ts';
import { useTypes } from '../api/queries.ts';
import type { WeekStart } from '@tallyhook/schemas/api';
import { mistakeOfFilter } from '../builder/question-shape.ts';
import { usePlace } from '../place.tsx';
import { describeFilter } from '../reports/describe-report.ts';
import { periodWords } from '../reports/period-words.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import { fieldsOfFilter } from './asked-fields.ts';
import { foreignZone } from './foreign-zone.ts';
import { columnsOf, writeCell } from './record-cells.ts';
import { namesOf } from './names-of.ts';
import { useNamesOfPeople } from './use-names-of-people.ts';
import classes from './Records.module.css';

/** Which records the page lists. */
export interface RecordsSearch {
  type?: string;
  /** A question's filter as JSON. */
  filter?: string;
  /** The fields that the report asks about, with commas between: their columns come first. */
  fields?: string;
  timezone?: string;
  weekStart?: string;
  /** What the report is called that led here. */
  from?: string;
}

const atOnce = 50;

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

function RecordList({ type, types, filter, fields = '', timezone, weekStart }: RecordListProps) {
  const place = usePlace();
  // The days of the filter are those of this zone: moments in another one would seem to miss it.
  const zone = foreignZone(timezone);
  const formats = useFormats(zone);
  const condition = readFilter(filter);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['records', place, type.name, filter, timezone, weekStart],
    queryFn: ({ signal, pageParam }) => {
      // The service refuses, in words, what an address holds that is not a day.
      const query = {
        type: type.name,
        timezone,
        weekStart: weekStart as WeekStart | undefined,
        labels: true,
        limit: atOnce,
        cursor: pageParam,
      };
      // A filter may be longer than an address. What is none is refused in words by the list that takes it as text.
      if (condition === undefined) return call(place, 'GET /api/records', { query: { ...query, filter }, signal });
      return call(place, 'POST /api/records/search', { query, body: { filter: condition }, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const total = useQuery({
    enabled: filter === undefined || condition !== undefined,
    queryKey: ['records', 'total', place, type.name, filter, timezone, weekStart],
    queryFn: async ({ signal }) => {
      const q = JSON.stringify({ type: type.name, filter: condition, timezone, weekStart });
      const { overall } = await count(addressOf(place, 'GET /api/query', { query: { q } }), signal);
      return Number(overall.count);
    },
  });
  const columns = columnsOf(type, [
    ...fields.split(','),
    ...(condition === undefined ? [] : fieldsOfFilter(condition)),
  ]);
  const people = useNamesOfPeople(type.name, condition, types);
  const names = { ...people.names, ...namesOf(data?.pages ?? []) };
  const records = data?.pages.flatMap((page) => page.records) ?? [];
  const period = periodWords(formats, timezone);
  const words = condition === undefined ? '' : describeFilter(condition, { type: type.name, types, names, period });
  return (
    <>
      {words !== '' && !people.isLoading && <Text>Where {words}.</Text>}
      {zone !== undefined && (
        <Text size="sm">Days begin, and times are shown, in the time zone {zone}, which is not yours.</Text>
      )}
      {/* Without the number there is still the list, which says what is wrong. */}
      <Text mb="md" c="dimmed" size="sm">
        {total.data === undefined
          ? '\u00a0'
          : `${formats.number(total.data)} ${total.data === 1 ? 'record' : 'records'}`}
      </Text>
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
        <BusyButton variant="default" mt="md" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </BusyButton>
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

/** The filter of the address; undefined too for what is none, which the service refuses in words. */
function readFilter(text: string | undefined): QuestionFilter | undefined {
  try {
    if (text === undefined) return undefined;
    const filter = JSON.parse(text) as QuestionFilter;
    return mistakeOfFilter(filter) === undefined ? filter : undefined;
  } catch {
    return undefined;
  }
}
