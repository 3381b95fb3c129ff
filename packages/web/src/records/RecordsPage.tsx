import { Anchor, Paper, Skeleton, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { QuestionFilter, RecordType } from '@tallyhook/schemas';
import { addressOf, call } from '../api/call.ts';
import { count } from '../api/count.ts';
import { useTypes, useWorkflows } from '../api/queries.ts';
import type { SavedWorkflow, WeekStart } from '@tallyhook/schemas/api';
import { mistakeOfFilter } from '../builder/question-shape.ts';
import { usePlace } from '../place.tsx';
import { describeFilter } from '../reports/describe-report.ts';
import { periodFormat } from '../reports/period-format.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import { fieldsOfFilter } from './asked-fields.ts';
import { foreignZone } from './foreign-zone.ts';
import { columnsOf, writeCell } from './record-cells.ts';
import { NumberFormats } from './NumberFormats.tsx';
import { RecordWorkflows } from './RecordWorkflows.tsx';
import { namesOf } from './names-of.ts';
import { useNamesOfPeople } from './use-names-of-people.ts';
import classes from './Records.module.css';

/** The search parameters of the records page. */
export interface RecordsSearch {
  type?: string;
  /** The filter of a question, as JSON. */
  filter?: string;
  /** The report's fields, comma-separated: their columns come first. */
  fields?: string;
  timezone?: string;
  weekStart?: string;
  /** The name of the report that linked here. */
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
      <PageHeading title={type?.plural ?? 'Records'}>{type !== undefined && <NumberFormats type={type} />}</PageHeading>
      {error !== null && <ErrorNote title="Couldn't load the records" error={error} />}
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
  // The filter's days are in this zone; in another one, moments would seem to violate the filter.
  const zone = foreignZone(timezone);
  const formats = useFormats(zone);
  const condition = readFilter(filter);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['records', place, type.name, filter, timezone, weekStart],
    queryFn: ({ signal, pageParam }) => {
      // The service refuses invalid values in the address with a message.
      const query = {
        type: type.name,
        timezone,
        weekStart: weekStart as WeekStart | undefined,
        labels: true,
        limit: atOnce,
        cursor: pageParam,
      };
      // A filter may be too long for an address. Invalid JSON goes to the GET route as text, which refuses it with a
      // message.
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
  const buttons = useButtons(type.name);
  const columns = columnsOf(type, [
    ...fields.split(','),
    ...(condition === undefined ? [] : fieldsOfFilter(condition)),
  ]);
  const people = useNamesOfPeople(type.name, condition, types);
  const names = { ...people.names, ...namesOf(data?.pages ?? []) };
  const records = data?.pages.flatMap((page) => page.records) ?? [];
  const period = periodFormat(formats, timezone);
  const words = condition === undefined ? '' : describeFilter(condition, { type: type.name, types, names, period });
  return (
    <>
      {words !== '' && !people.isLoading && <Text>Where {words}.</Text>}
      {zone !== undefined && <Text size="sm">Days and times are in the time zone {zone}, which is not yours.</Text>}
      {/* Without the total there is still the list, which shows any problem. */}
      <Text mb="md" c="dimmed" size="sm">
        {total.data === undefined
          ? '\u00a0'
          : `${formats.number(total.data)} ${total.data === 1 ? 'record' : 'records'}`}
      </Text>
      {error !== null && <ErrorNote title="Couldn't load the records" error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && records.length === 0 && (
        <Paper withBorder p="xl">
          <Title order={2}>This group has no records any more</Title>
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
                {buttons.length > 0 && (
                  <Table.Th scope="col">
                    <VisuallyHidden>Workflows</VisuallyHidden>
                  </Table.Th>
                )}
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
                  {buttons.length > 0 && (
                    <Table.Td>
                      <RecordWorkflows
                        workflows={buttons}
                        record={{ id: record.id, name: writeCell(record, columns[0]!, { formats, names }) }}
                      />
                    </Table.Td>
                  )}
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
            {records.length === 1 ? 'Only this record.' : `All ${formats.number(records.length)} records.`}
          </Text>
        )
      )}
    </>
  );
}

/** The workflows that people may start for records of a type. */
function useButtons(type: string): SavedWorkflow[] {
  const { canWrite } = useAbilities();
  const { data = [] } = useWorkflows();
  if (!canWrite) return [];
  return data.filter(({ definition: { trigger } }) => trigger.kind === 'button' && trigger.record === type);
}

/** Parses the filter in the address; undefined also for invalid JSON, which the service refuses with a message. */
function readFilter(text: string | undefined): QuestionFilter | undefined {
  try {
    if (text === undefined) return undefined;
    const filter = JSON.parse(text) as QuestionFilter;
    return mistakeOfFilter(filter) === undefined ? filter : undefined;
  } catch {
    return undefined;
  }
}
