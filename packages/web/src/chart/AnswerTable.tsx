import { Table } from '@mantine/core';
import type { Answer, RecordType } from '@tallyhook/schemas';
import { useMemo } from 'react';
import classes from './AnswerTable.module.css';
import { labelOf, togetherByFirstGroup } from './figures.ts';
import { formatValue } from './format-value.ts';
import type { Formats } from './formats.ts';

export interface AnswerTableProps {
  name: string;
  answer: Answer;
  types: readonly RecordType[];
  formats: Formats;
}

/** Every figure of an answer with the measure over everything last. */
export function AnswerTable({ name, answer, types, formats }: AnswerTableProps) {
  const { columns } = answer.meta;
  const rows = useMemo(
    () =>
      togetherByFirstGroup(answer).map((row) =>
        columns.map((column) =>
          column.role === 'group'
            ? labelOf({ column, key: row.key[column.name] ?? null, answer, types, formats })
            : formatValue(row[column.name], column, formats),
        ),
      ),
    [answer, columns, types, formats],
  );
  const { returned, total } = answer.meta.groups;
  return (
    <div className={classes.scroll} role="region" aria-label={`Table: ${name}`} tabIndex={0}>
      <Table className={classes.table} verticalSpacing={6}>
        <Table.Caption>
          {rows.length === 0 ? 'No groups.' : `${formats.number(returned)} of ${formats.number(total)} groups.`}
          {answer.meta.overlap.length > 0 && ' A record can be in several groups, so they add up to more than all.'}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name: key, label, role }) => (
              <Table.Th key={key} scope="col" className={role === 'measure' ? classes.figure : undefined}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, row) => (
            <Table.Tr key={row}>
              {cells.map((text, index) =>
                columns[index]!.role === 'measure' ? (
                  <Table.Td key={index} className={classes.figure}>
                    {text}
                  </Table.Td>
                ) : (
                  <Table.Th key={index} scope="row" className={classes.group}>
                    {text}
                  </Table.Th>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            {columns.map((column, index) =>
              column.role === 'measure' ? (
                <Table.Td key={column.name} className={classes.figure}>
                  {formatValue(answer.overall[column.name], column, formats)}
                </Table.Td>
              ) : index === 0 ? (
                <Table.Th key={column.name} scope="row">
                  All
                </Table.Th>
              ) : (
                <Table.Td key={column.name} />
              ),
            )}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
}
