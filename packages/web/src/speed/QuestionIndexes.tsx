import { Badge, Table, Text, Title } from '@mantine/core';
import type { IndexSpeed, Speed } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import type { Formats } from '../chart/formats.ts';
import { usePlace } from '../place.tsx';
import { IndexSwitch } from './IndexSwitch.tsx';
import { ReportLinks } from './ReportLinks.tsx';
import { formatBytes, formatDuration } from './speed-formats.ts';
import classes from './Speed.module.css';

/** Indexes that answer whole questions: suggested ones, and existing ones on several fields. */
export function QuestionIndexes({ indexes, formats }: { indexes: Speed['indexes']; formats: Formats }) {
  return (
    <section aria-labelledby="question-indexes-heading" className={classes.section}>
      <Title order={2} size="h3" id="question-indexes-heading">
        Indexes for whole questions
      </Title>
      <Text mt={4} mb="sm" maw={720}>
        An index on the fields that reports filter on and group by together answers them from few records or none. Each
        one takes space and is copied with the branch, and every change of a record updates one more index.
      </Text>
      {indexes.length === 0 ? (
        <Text c="dimmed">
          Nothing to suggest. No question that reports asked in the last 30 days would be faster with an index.
        </Text>
      ) : (
        <div className={classes.scroll} role="region" aria-label="Table: indexes for whole questions" tabIndex={0}>
          <Table className={classes.table} verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Fields</Table.Th>
                <Table.Th scope="col">Index</Table.Th>
                <Table.Th scope="col">Helps</Table.Th>
                <Table.Th scope="col">Took</Table.Th>
                <Table.Th scope="col">Reports</Table.Th>
                <Table.Th scope="col">Size</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {indexes.map((row) => (
                <IndexRow key={`${row.type} ${keyOf(row)}`} row={row} formats={formats} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}

function IndexRow({ row, formats }: { row: IndexSpeed; formats: Formats }) {
  const { typeLabel, fields, questions, uses, medianMs, totalMs, reports, covers, suggested, likelyBytes, index } = row;
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.keptFields}>
        {labelOf(fields)}
        <Text size="sm" c="dimmed" component="div">
          {typeLabel}
        </Text>
        {suggested && (
          <>
            <Badge variant="default" className={classes.suggested}>
              Suggested
            </Badge>
            <Text size="sm" component="div">
              Asked often, and slow.
            </Text>
          </>
        )}
        {covers.length > 0 && (
          <Text size="sm" component="div">
            {index.state === 'on' ? 'Replaces' : 'Would replace'} the index on {covers.map(labelOf).join('; and on ')}.
          </Text>
        )}
      </Table.Th>
      <Table.Td>
        <QuestionIndexSwitch row={row} />
      </Table.Td>
      <Table.Td>
        {formats.number(questions)} {questions === 1 ? 'question' : 'questions'}
        <Text size="sm" c="dimmed" component="div">
          asked {formats.number(uses)} {uses === 1 ? 'time' : 'times'}
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
      <Table.Td>
        {index.sizeBytes !== null && formatBytes(index.sizeBytes, formats)}
        {index.sizeBytes === null && (likelyBytes === null ? '–' : `about ${formatBytes(likelyBytes, formats)}`)}
      </Table.Td>
    </Table.Tr>
  );
}

function QuestionIndexSwitch({ row }: { row: IndexSpeed }) {
  const { type, typeLabel, fields, reports, index } = row;
  const place = usePlace();
  const isSame = (one: IndexSpeed) => one.type === type && keyOf(one) === keyOf(row);
  async function put(on: boolean) {
    const body = { fields: fields.map(({ field }) => field), on };
    const switched = await call(place, 'PUT /api/speed/:type', { path: { type }, body });
    return (page: Speed) => ({ ...page, indexes: page.indexes.map((one) => (isSame(one) ? switched : one)) });
  }
  const name = `Index on ${labelOf(fields)} of ${typeLabel}`;
  const why = 'These reports use this index and may get slower.';
  return <IndexSwitch {...{ name, reports, index, why }} on={labelOf(fields)} onSwitch={put} />;
}

const keyOf = ({ fields }: IndexSpeed): string => fields.map(({ field }) => field).join();

/** `Status, then Opened at`: the order matters. */
const labelOf = (fields: IndexSpeed['fields']): string => fields.map(({ label }) => label).join(', then ');
