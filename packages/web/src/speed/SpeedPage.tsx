import { Badge, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { listRefreshMs } from '../api/queries.ts';
import { Refusal } from '../api/send.ts';
import type { FieldSpeed, Speed } from '@tallyhook/schemas/api';
import type { Formats } from '../chart/formats.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { ManagersOnly } from '../shell/ManagersOnly.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { Moment } from '../shell/Moment.tsx';
import { useFormats } from '../use-formats.ts';
import { FieldIndexSwitch } from './FieldIndexSwitch.tsx';
import { KeptColumns } from './KeptColumns.tsx';
import { QuestionIndexes } from './QuestionIndexes.tsx';
import { ReportLinks } from './ReportLinks.tsx';
import { formatBytes, formatDuration } from './speed-formats.ts';
import classes from './Speed.module.css';

const buildingRefreshMs = 1_000;

/** Which fields reports filter on and how long that took, with switches for indexes, and what is kept as columns. */
export function SpeedPage() {
  const { canTune } = useAbilities();
  return (
    <>
      <PageHeading title="Speed" />
      {canTune ? <SpeedTable /> : <NotForYou />}
    </>
  );
}

function NotForYou() {
  return (
    <ManagersOnly>
      It shows the indexes and columns that make reports faster. Numbers are the same with and without them.
    </ManagersOnly>
  );
}

function SpeedTable() {
  const place = usePlace();
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['speed', place],
    queryFn: ({ signal }) => call(place, 'GET /api/speed', { signal }),
    // Others switch indexes too.
    refetchInterval: ({ state }) => (state.data && isBuilding(state.data) ? buildingRefreshMs : listRefreshMs),
  });
  if (data === undefined) {
    if (error === null) return <Skeleton height={320} />;
    const isRefused = error instanceof Refusal && error.code === 'forbidden';
    return isRefused ? (
      <NotForYou />
    ) : (
      <ErrorNote title="Couldn't load the indexes" error={error} onRetry={() => void refetch()} />
    );
  }
  const fields = data.fields.toSorted((a, b) => Number(b.suggested) - Number(a.suggested) || b.totalMs - a.totalMs);
  return (
    <>
      <Title order={2} size="h3">
        Indexes on fields
      </Title>
      <Text mt={4} mb="md" maw={720}>
        An index speeds up filters that keep few of many records. It never changes a number. Each index makes changes to
        records a little slower and is copied with the branch.
      </Text>
      {error !== null && <ErrorNote title="This may be out of date" error={error} onRetry={() => void refetch()} />}
      {fields.length === 0 ? (
        <Paper withBorder p="xl">
          <Title order={3} mb="xs">
            No report has filtered on a field yet
          </Title>
          <Text>When one does, the field appears here with the time it took.</Text>
        </Paper>
      ) : (
        <div className={classes.scroll} role="region" aria-label="Table: fields that reports filter on" tabIndex={0}>
          <Table className={classes.table} verticalSpacing="sm">
            <Table.Caption>
              {data.since === null
                ? '– means no statistics. The switches still work.'
                : `Counted since ${formats.moment(data.since)}.`}
            </Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Field</Table.Th>
                <Table.Th scope="col">Index</Table.Th>
                <Table.Th scope="col">Filtered on</Table.Th>
                <Table.Th scope="col">Took</Table.Th>
                <Table.Th scope="col">Reports</Table.Th>
                <Table.Th scope="col">Size</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map((row) => (
                <FieldRow key={`${row.type} ${row.field}`} row={row} formats={formats} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <QuestionIndexes indexes={data.indexes} formats={formats} />
      <KeptColumns columns={data.columns} formats={formats} />
    </>
  );
}

const isBuilding = ({ fields, indexes, columns }: Speed): boolean =>
  [...fields, ...indexes].some(({ index }) => index.state === 'building') ||
  (columns?.types.some(({ state }) => state === 'building') ?? false);

function FieldRow({ row, formats }: { row: FieldSpeed; formats: Formats }) {
  const { typeLabel, label, uses, lastUsedAt, medianMs, totalMs, reports, suggested, index } = row;
  const isUnused = uses === 0 && index.state === 'on';
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.field}>
        {label}
        <Text size="sm" c="dimmed" component="div">
          {typeLabel}
        </Text>
        {suggested && (
          <>
            <Badge variant="default" className={classes.suggested}>
              Suggested
            </Badge>
            <Text size="sm" component="div">
              Filtered on often, and slow.
            </Text>
          </>
        )}
        {isUnused && <Badge variant="default">Unused</Badge>}
      </Table.Th>
      <Table.Td>
        <FieldIndexSwitch row={row} />
      </Table.Td>
      <Table.Td>
        {formats.number(uses)} {uses === 1 ? 'time' : 'times'}
        <Text size="sm" c="dimmed" component="div">
          {lastUsedAt === null ? (
            '–'
          ) : (
            <>
              last <Moment at={lastUsedAt} />
            </>
          )}
        </Text>
      </Table.Td>
      <Table.Td>
        {medianMs === null ? '–' : `${formatDuration(medianMs, formats)} usually`}
        {medianMs !== null && (
          <Text size="sm" c="dimmed" component="div">
            {formatDuration(totalMs, formats)} in total
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.reports}>
        <ReportLinks reports={reports} />
      </Table.Td>
      <Table.Td>{index.sizeBytes === null ? '–' : formatBytes(index.sizeBytes, formats)}</Table.Td>
    </Table.Tr>
  );
}
