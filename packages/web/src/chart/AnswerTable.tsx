import { Table } from '@mantine/core';
import type { Answer, RecordType, ReportGoal } from '@tallyhook/schemas';
import { useMemo } from 'react';
import type { RecordsOf } from '../records/records-link.ts';
import { useHiddenEnds } from '../shell/use-hidden-ends.ts';
import { AnswerNotes } from './AnswerNotes.tsx';
import classes from './AnswerTable.module.css';
import { describeOther } from './describe-other.ts';
import { describeOverlap } from './describe-overlap.ts';
import { isTableFilled, keyIn, rowsOfTable } from './figures.ts';
import { tableOfBefore } from './table-of-before.ts';
import { formatValue } from './format-value.ts';
import type { Formats } from './formats.ts';
import { groupLabels } from './group-labels.ts';
import { RecordsLink } from './RecordsLink.tsx';

export interface AnswerTableProps {
  name: string;
  answer: Answer;
  types: readonly RecordType[];
  formats: Formats;
  /** The address of the records behind a row; without it, rows are not links. */
  recordsOf?: RecordsOf | undefined;
  goal?: ReportGoal | undefined;
}

function captionOf({ answer, types, formats: { number } }: AnswerTableProps, rowCount: number): string {
  const { groups } = answer.meta;
  const [other, overlap] = [describeOther(answer, types), describeOverlap(answer)];
  const empty = rowCount - groups.returned;
  return [
    rowCount === 0 ? 'No groups.' : `${number(groups.returned)} of ${number(groups.total)} groups`,
    rowCount > 0 && (empty > 0 ? `, and ${number(empty)} ${empty === 1 ? 'period' : 'periods'} without records.` : '.'),
    other !== undefined && ` ${other}`,
    overlap !== undefined && ` ${overlap}`,
  ]
    .filter(Boolean)
    .join('');
}

/** Every figure of an answer, with the overall measure in the last row. */
export function AnswerTable(props: AnswerTableProps) {
  const { name, answer, types, formats, recordsOf, goal } = props;
  const { columns } = answer.meta;
  const shown = useMemo(() => rowsOfTable(answer), [answer]);
  const rows = useMemo(() => {
    const groups = columns.filter(({ role }) => role === 'group');
    const labels = new Map(
      groups.map((column) => {
        const keys = shown.map((row) => keyIn(row, column.name));
        return [column, groupLabels(keys, { column, answer, types, formats })];
      }),
    );
    return shown.map((row) => ({
      href: recordsOf?.(Object.fromEntries(groups.map(({ name: group }) => [group, keyIn(row, group)]))),
      cells: columns.map(
        (column) => labels.get(column)?.(keyIn(row, column.name)) ?? formatValue(row[column.name], column, formats),
      ),
    }));
  }, [shown, answer, columns, types, formats, recordsOf]);
  const before = useMemo(() => tableOfBefore(answer, formats), [answer, formats]);
  const isFilled = useMemo(() => isTableFilled(answer, shown), [answer, shown]);
  const hasGroups = columns.some(({ role }) => role === 'group');
  const all = recordsOf?.();
  const [scrolled, hidden] = useHiddenEnds<HTMLDivElement>(rows, 'down');
  return (
    <div
      ref={scrolled}
      className={classes.scroll}
      role="region"
      aria-label={`Table: ${name}`}
      tabIndex={0}
      data-goes-on={hidden.end || undefined}
    >
      <AnswerNotes {...{ answer, formats, isFilled }} />
      <Table className={classes.table} verticalSpacing={5}>
        <Table.Caption>{hasGroups ? captionOf(props, rows.length) : 'Across all records.'}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name: key, label, role }) => (
              <Table.Th key={key} scope="col" className={role === 'measure' ? classes.figure : undefined}>
                {label}
              </Table.Th>
            ))}
            {before !== undefined && (
              <>
                <Table.Th scope="col" className={classes.figure}>
                  {before.title}
                </Table.Th>
                <Table.Th scope="col" className={classes.figure}>
                  Change
                </Table.Th>
              </>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ cells, href }, row) => (
            <Table.Tr key={row}>
              {cells.map((text, index) =>
                columns[index]!.role === 'measure' ? (
                  <Table.Td key={index} className={classes.figure}>
                    {text}
                  </Table.Td>
                ) : (
                  <Table.Th key={index} scope="row" className={classes.group}>
                    {href === undefined || index > 0 ? text : <RecordsLink href={href}>{text}</RecordsLink>}
                  </Table.Th>
                ),
              )}
              {before?.ofRow(shown[row]!).map((text, index) => (
                <Table.Td key={`before ${index}`} className={classes.figure}>
                  {text}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            {columns.map((column, index) =>
              column.role === 'measure' ? (
                <Table.Td key={column.name} className={classes.figure}>
                  {hasGroups || all === undefined ? (
                    formatValue(answer.overall[column.name], column, formats)
                  ) : (
                    <RecordsLink href={all}>{formatValue(answer.overall[column.name], column, formats)}</RecordsLink>
                  )}
                </Table.Td>
              ) : index === 0 ? (
                <Table.Th key={column.name} scope="row">
                  {all === undefined ? 'All' : <RecordsLink href={all}>All</RecordsLink>}
                </Table.Th>
              ) : (
                <Table.Td key={column.name} />
              ),
            )}
            {before?.overall.map((text, index) => (
              <Table.Td key={`before ${index}`} className={classes.figure}>
                {text}
              </Table.Td>
            ))}
          </Table.Tr>
          {goal !== undefined && (
            <Table.Tr>
              {columns.map((column, index) =>
                column.role === 'measure' ? (
                  <Table.Td key={column.name} className={classes.figure}>
                    {hasGroups ? '' : `${goal.label ?? 'Goal'}: `}
                    {formatValue(goal.value, column, formats)}
                  </Table.Td>
                ) : index === 0 ? (
                  <Table.Th key={column.name} scope="row">
                    {goal.label ?? 'Goal'}
                  </Table.Th>
                ) : (
                  <Table.Td key={column.name} />
                ),
              )}
            </Table.Tr>
          )}
        </Table.Tfoot>
      </Table>
    </div>
  );
}
