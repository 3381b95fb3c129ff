import { Checkbox, NativeSelect, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ProblemDetail, RecordType } from '@tallyhook/schemas';
import type { ImportedColumn, MatchedColumn } from '@tallyhook/schemas/api';
import { List } from '../shell/List.tsx';
import type { Correction } from './field-choices.ts';
import { FieldInput } from './FieldInput.tsx';
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
  columns: readonly MatchedColumn[];
  corrections: Readonly<Record<string, Correction>>;
  /** The type that exists already; undefined for a new one. */
  type: RecordType | undefined;
  /** Why the file cannot be imported as it is; those of a column mark it. */
  mistakes: readonly ProblemDetail[];
  onCorrect: (column: string, correction: Correction) => void;
}

/**
 * Each column with the field it becomes, some of its texts and what was found; all of it can be corrected. On phones,
 * the kind, the texts and what was found are below the field.
 */
export function FieldTable({ columns, corrections, type, mistakes, onCorrect }: FieldTableProps) {
  const isPhone = useMediaQuery('(max-width: 47.5em)', undefined, { getInitialValueInEffect: false });
  return (
    <List
      title="Fields we propose"
      hint="Correct what is wrong. The samples are from your file."
      count={columns.length}
      empty="The file has no columns."
      columns={[
        { label: 'Column' },
        { label: 'Field' },
        { label: 'Kind', isLess: true },
        { label: 'Samples', isLess: true },
        { label: 'What we found', isLess: true },
        { label: 'Import' },
      ]}
    >
      {columns.map(({ column, field, kind, samples, reason }) => {
        const correction = corrections[column] ?? {};
        const mistake = mistakes.find((one) => one.column === column);
        const hasField = field !== undefined || correction.field !== undefined;
        const isLeftOut = correction.isLeftOut ?? (!hasField && mistake === undefined);
        const found = correction.isLeftOut === true ? 'You left it out.' : reason;
        const kindInput = (
          <KindInput
            column={column}
            kind={correction.kind ?? kind}
            isFixed={type !== undefined}
            isLeftOut={isLeftOut}
            onChange={(chosen) => onCorrect(column, { kind: chosen })}
          />
        );
        return (
          <tr key={column}>
            <th scope="row">
              <span className={own.sample}>{column}</span>
            </th>
            <td>
              <FieldInput
                column={column}
                field={correction.field ?? field}
                type={type}
                isLeftOut={isLeftOut}
                mistake={isLeftOut ? undefined : mistake}
                onChange={(name) => onCorrect(column, { field: name })}
              />
              {isPhone && (
                <div className={own.below}>
                  {kindInput}
                  <span className={own.sample}>{samples.join(' · ')}</span>
                  <Text size="xs">{found}</Text>
                </div>
              )}
            </td>
            {!isPhone && (
              <>
                <td>{kindInput}</td>
                <td className={own.sample}>{samples.join(' · ')}</td>
                <td>{found}</td>
              </>
            )}
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

interface KindInputProps {
  column: string;
  kind: ImportedColumn['kind'] | undefined;
  /** Whether the field exists already. */
  isFixed: boolean;
  isLeftOut: boolean;
  onChange: (kind: ImportedColumn['kind']) => void;
}

function KindInput({ column, kind, isFixed, isLeftOut, onChange }: KindInputProps) {
  if (isFixed) return <span>{kinds.find(({ value }) => value === kind)?.label ?? kind}</span>;
  return (
    <NativeSelect
      aria-label={`Kind of ${column}`}
      size="xs"
      disabled={isLeftOut}
      value={kind}
      data={kinds}
      onChange={({ currentTarget }) => onChange(currentTarget.value as ImportedColumn['kind'])}
    />
  );
}
