import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { RecordType } from '@tallyhook/schemas';
import type { ImportedColumn } from '@tallyhook/schemas/api';
import { List } from '../shell/List.tsx';
import classes from '../shell/List.module.css';
import type { Correction } from './field-choices.ts';
import own from './Import.module.css';

const kinds: { value: ImportedColumn['kind']; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'choice', label: 'Choice' },
  { value: 'day', label: 'Day' },
  { value: 'instant', label: 'Date with time' },
  { value: 'yesNo', label: 'Yes or no' },
];

interface FieldTableProps {
  columns: readonly ImportedColumn[];
  corrections: Readonly<Record<string, Correction>>;
  /** The type that exists already; undefined for a new one. */
  type: RecordType | undefined;
  onCorrect: (column: string, correction: Correction) => void;
}

/** Each column with the field it becomes, some of its texts and what was found; all of it can be corrected. */
export function FieldTable({ columns, corrections, type, onCorrect }: FieldTableProps) {
  return (
    <List
      title="Fields we propose"
      hint="Correct what is wrong. The samples are from your file."
      count={columns.length}
      empty="The file has no columns."
      columns={[
        { label: 'Column' },
        { label: 'Field' },
        { label: 'Kind' },
        { label: 'Samples', isLess: true },
        { label: 'What we found', isLess: true },
        { label: 'Import' },
      ]}
    >
      {columns.map(({ column, field, kind, samples, reason }) => {
        const { isLeftOut = false, ...correction } = corrections[column] ?? {};
        return (
          <tr key={column}>
            <th scope="row">
              <span className={own.sample}>{column}</span>
            </th>
            <td>
              {type === undefined ? (
                <TextInput
                  aria-label={`Field of ${column}`}
                  size="xs"
                  disabled={isLeftOut}
                  value={correction.field ?? field}
                  onChange={({ currentTarget }) => onCorrect(column, { field: currentTarget.value })}
                />
              ) : (
                <NativeSelect
                  aria-label={`Field of ${column}`}
                  size="xs"
                  disabled={isLeftOut}
                  value={correction.field ?? field}
                  data={type.fields.map(({ name, label }) => ({ value: name, label }))}
                  onChange={({ currentTarget }) => onCorrect(column, { field: currentTarget.value })}
                />
              )}
            </td>
            <td>
              {type === undefined ? (
                <NativeSelect
                  aria-label={`Kind of ${column}`}
                  size="xs"
                  disabled={isLeftOut}
                  value={correction.kind ?? kind}
                  data={kinds}
                  onChange={({ currentTarget }) =>
                    onCorrect(column, { kind: currentTarget.value as ImportedColumn['kind'] })
                  }
                />
              ) : (
                (kinds.find(({ value }) => value === kind)?.label ?? kind)
              )}
            </td>
            <td className={`${own.sample} ${classes.less}`}>{samples.join(' · ')}</td>
            <td className={classes.less}>{isLeftOut ? 'You left it out.' : reason}</td>
            <td>
              <Checkbox
                aria-label={`Import ${column}`}
                checked={!isLeftOut}
                onChange={({ currentTarget }) => onCorrect(column, { isLeftOut: !currentTarget.checked })}
              />
            </td>
          </tr>
        );
      })}
    </List>
  );
}
