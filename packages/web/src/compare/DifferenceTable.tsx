import { Table } from '@mantine/core';
import table from '../chart/AnswerTable.module.css';
import { formatValue } from '../chart/format-value.ts';
import type { Formats } from '../chart/formats.ts';
import { useHiddenEnds } from '../shell/use-hidden-ends.ts';
import type { Both } from './align-answers.ts';
import classes from './Compare.module.css';
import { writeDifference, writeShare, type Difference, type Differences } from './differences.ts';

export interface DifferenceTableProps {
  name: string;
  differences: Differences;
  branches: Both<string>;
  formats: Formats;
}

/** Every group with its value on both branches and the difference; the values over all records in the last row. */
export function DifferenceTable({ name, differences, branches, formats }: DifferenceTableProps) {
  const { groupColumns, measure, rows, overall } = differences;
  const [scrolled, hidden] = useHiddenEnds<HTMLDivElement>(rows, 'down');
  const figures = (row: Difference) =>
    [
      formatValue(row.here, measure, formats),
      formatValue(row.there, measure, formats),
      writeDifference(row.difference, measure, formats),
      writeShare(row, measure, formats),
    ].map((text, index) => (
      <Table.Td key={index} className={`${table.figure} ${classes.cell}`}>
        {text}
      </Table.Td>
    ));
  return (
    <div
      ref={scrolled}
      className={table.scroll}
      role="region"
      aria-label={`Table: difference of ${name}`}
      tabIndex={0}
      data-goes-on={hidden.end || undefined}
    >
      <Table className={table.table} verticalSpacing={5} horizontalSpacing="xs">
        <Table.Caption>{measure.label}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {groupColumns.length === 0 && <Table.Th scope="col">Records</Table.Th>}
            {groupColumns.map(({ name: key, label }) => (
              <Table.Th key={key} scope="col">
                {label}
              </Table.Th>
            ))}
            {[branches.here, branches.there, 'Difference', '%'].map((label, index) => (
              <Table.Th key={index} scope="col" className={table.figure}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              {row.labels.map((label, at) => (
                <Table.Th key={at} scope="row" className={table.group}>
                  {label}
                  {at === row.labels.length - 1 && row.only !== undefined && (
                    <span className={classes.only}> only on {branches[row.only]}</span>
                  )}
                </Table.Th>
              ))}
              {figures(row)}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" colSpan={Math.max(1, groupColumns.length)}>
              All
            </Table.Th>
            {figures(overall)}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
}
