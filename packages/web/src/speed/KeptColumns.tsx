import { Badge, Progress, Table, Text, Title } from '@mantine/core';
import type { Speed } from '@tallyhook/schemas/api';
import type { Formats } from '../chart/formats.ts';
import { Moment } from '../shell/Moment.tsx';
import { formatBytes, formatDuration } from './speed-formats.ts';
import classes from './Speed.module.css';

type Kept = NonNullable<Speed['columns']>;

const bytesOfMiB = 1_048_576;

/** What is kept as columns, its size, and how much time that saved. */
export function KeptColumns({ columns, formats }: { columns: Speed['columns']; formats: Formats }) {
  return (
    <section aria-labelledby="columns-heading" className={classes.section}>
      <Title order={2} size="h3" id="columns-heading">
        Columns in memory
      </Title>
      <Text mt={4} mb="sm" maw={720}>
        Fields that are asked often are kept in memory, column by column, so that questions need milliseconds. They are
        used only while they are exactly the records of this moment.
      </Text>
      {columns === null ? (
        <Text c="dimmed">Turned off with TALLYHOOK_COLUMNS. Every question is answered from the database.</Text>
      ) : (
        <>
          <Memory columns={columns} formats={formats} />
          {columns.types.length === 0 ? <NothingKept columns={columns} formats={formats} /> : null}
          {columns.types.length > 0 && <KeptTable columns={columns} formats={formats} />}
        </>
      )}
    </section>
  );
}

function Memory({ columns: { usedBytes, memoryMiB }, formats }: { columns: Kept; formats: Formats }) {
  const all = memoryMiB * bytesOfMiB;
  const words = `${formatBytes(usedBytes, formats)} of ${formatBytes(all, formats)} used`;
  return (
    <div className={classes.memory}>
      <Text size="sm">{words}</Text>
      <Progress value={(usedBytes / all) * 100} size="sm" aria-label={words} />
    </div>
  );
}

function NothingKept({ columns: { minRecords }, formats }: { columns: Kept; formats: Formats }) {
  return (
    <Text c="dimmed">
      Nothing of this branch is kept yet. A record type with {formats.number(minRecords)} records or more is kept once
      its questions have taken as long as reading it.
    </Text>
  );
}

function KeptTable({ columns: { types }, formats }: { columns: Kept; formats: Formats }) {
  return (
    <div className={classes.scroll} role="region" aria-label="Table: columns in memory" tabIndex={0}>
      <Table className={classes.table} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Type</Table.Th>
            <Table.Th scope="col">Fields</Table.Th>
            <Table.Th scope="col">Records</Table.Th>
            <Table.Th scope="col">Size</Table.Th>
            <Table.Th scope="col">Answered</Table.Th>
            <Table.Th scope="col">Saved</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {types.map((one) => (
            <Table.Tr key={one.type}>
              <Table.Th scope="row" className={classes.field}>
                {one.typeLabel}
                {one.state === 'building' && (
                  <Badge variant="default" className={classes.suggested}>
                    Building
                  </Badge>
                )}
              </Table.Th>
              <Table.Td className={classes.keptFields}>
                {one.fields.length === 0 ? '–' : one.fields.map(({ label }) => label).join(', ')}
              </Table.Td>
              <Table.Td>{formats.number(one.records)}</Table.Td>
              <Table.Td>{formatBytes(one.sizeBytes, formats)}</Table.Td>
              <Table.Td>
                {formats.number(one.answers)} {one.answers === 1 ? 'time' : 'times'}
                <Text size="sm" c="dimmed" component="div">
                  {one.usedAt === null ? (
                    '–'
                  ) : (
                    <>
                      last <Moment at={one.usedAt} />
                    </>
                  )}
                </Text>
              </Table.Td>
              <Table.Td>{formatDuration(one.savedMs, formats)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
