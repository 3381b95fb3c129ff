import { systemFields, type Field, type RecordType } from '@tallyhook/schemas';

/** All fields that can be columns: those of the type, then those of every record. */
export const possibleColumns = ({ fields }: RecordType): Field[] => [...fields, ...systemFields];

/**
 * The columns of a grid: the chosen ones that exist, or the label field, then those that a report uses, then the others.
 * The label field is always first, because it names the record.
 */
export function columnsOf(type: RecordType, chosen: readonly string[] | undefined, asked: readonly string[]): Field[] {
  const all = possibleColumns(type);
  const label = all.filter(({ name }) => name === type.labelField);
  const known = (names: readonly string[]) =>
    names.flatMap((name) => all.find((field) => field.name === name && name !== type.labelField) ?? []);
  if (chosen !== undefined) return [...label, ...known(chosen)];
  const first = known([...new Set(asked)]);
  const rest = type.fields.filter((field) => !first.includes(field) && field.name !== type.labelField);
  const last = first.some(({ name }) => name === 'createdAt') ? [] : known(['createdAt']);
  return [...label, ...first, ...rest, ...last];
}
