import { listNames, nearest, type Field, type RecordType } from '@tallyhook/schemas';
import type { ColumnProfile } from './column-profile.ts';
import { fieldNamesFor, isFieldName, type Column } from './head.ts';
import { refuseImport, type ImportMistake } from './import-problem.ts';
import { proposeField, type Proposal } from './propose-field.ts';
import { targetOfField, targetOfRelation, type ImportRelation, type KeyTarget } from './relation-keys.ts';

/** A column and the field its cells go into; one column can go into several fields. */
export interface PlannedColumn {
  column: Column;
  field: Field;
  /** Why it became this field, for users. */
  reason: string;
  looksLike?: Proposal['looksLike'];
  /** What the cells refer to; absent if they are plain values. */
  target?: KeyTarget;
}

/** A column before the rows are known, with its field if that is already decided. */
interface ColumnMapping {
  column: Column;
  relation?: ImportRelation;
  field?: Field;
}

/**
 * Matches the columns to the fields of an existing type.
 * @throws Problem `invalid_import` with every mistake.
 */
export function matchColumns(
  type: RecordType,
  columns: readonly Column[],
  relations: readonly ImportRelation[],
  types: readonly RecordType[],
): PlannedColumn[] {
  const mistakes: ImportMistake[] = [];
  const planned = mappingsOf(columns, relations).flatMap((mapping) => {
    const found = findField(type, mapping);
    if (found) return [plannedColumn(found, mapping, types)];
    mistakes.push(unknownColumn(type, mapping));
    return [];
  });
  mistakes.push(...wrongRelations(planned, relations), ...repeatedFields(planned), ...missingColumns(type, planned));
  if (mistakes.length > 0) throw refuseImport(mistakes);
  return planned;
}

/**
 * Creates the fields of a new type from the columns.
 * @throws Problem `invalid_import` with every mistake.
 */
export function proposeColumns(
  columns: readonly Column[],
  profiles: readonly ColumnProfile[],
  relations: readonly ImportRelation[],
  types: readonly RecordType[],
): PlannedColumn[] {
  const wrong = relations.filter(({ field }) => field !== undefined && !isFieldName(field));
  if (wrong.length > 0) throw refuseImport(wrong.map(wrongFieldName));
  const names = fieldNamesFor(
    columns,
    relations.flatMap(({ field }) => field ?? []),
  );
  const planned = mappingsOf(columns, relations).map(({ column, relation }): PlannedColumn => {
    const name = relation?.field ?? names[column.index]!;
    const label = relation?.field === undefined ? column.header : labelOf(name);
    if (relation) return relationColumn(relation, { column, name, label }, types);
    const { reason, looksLike, ...proposed } = proposeField(profiles[column.index]!);
    return { column, field: { name, label, ...proposed }, reason, ...(looksLike && { looksLike }) };
  });
  const repeated = repeatedFields(planned);
  if (repeated.length > 0) throw refuseImport(repeated);
  return planned;
}

/** Turns a name into a label: `origin_airport` and `originAirport` both become "Origin airport". */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim();
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1);
}

/** Lists each column once by itself, unless a relation replaces it, and once per relation. */
function mappingsOf(columns: readonly Column[], relations: readonly ImportRelation[]): ColumnMapping[] {
  return columns.flatMap((column) => {
    const own = relations.filter((relation) => relation.column === column.header);
    const isReplaced = own.some(({ field }) => field === undefined);
    return [...(isReplaced ? [] : [{ column }]), ...own.map((relation) => ({ column, relation }))];
  });
}

function findField({ fields }: RecordType, { column, relation }: ColumnMapping): Field | undefined {
  const wanted = relation?.field ?? column.header;
  const fold = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/g, '');
  return (
    fields.find(({ name }) => name === wanted) ??
    fields.find(({ label }) => label === wanted) ??
    fields.find(({ name, label }) => fold(name) === fold(wanted) || fold(label) === fold(wanted))
  );
}

function plannedColumn(field: Field, { column, relation }: ColumnMapping, types: readonly RecordType[]): PlannedColumn {
  const reason = `The type has the field "${field.name}".`;
  if (relation) return { column, field, reason, target: targetOfRelation(relation, types) };
  const holdsIds = field.kind === 'relation' || field.kind === 'person' || field.kind === 'file';
  return { column, field, reason, ...(holdsIds ? { target: targetOfField(field) } : {}) };
}

function relationColumn(
  relation: ImportRelation,
  { column, name, label }: { column: Column; name: string; label: string },
  types: readonly RecordType[],
): PlannedColumn {
  const field: Field = { name, label, kind: 'relation', target: relation.targetType };
  const reason = `Refers to records of "${relation.targetType}" by "${relation.targetKey}".`;
  return { column, field, reason, target: targetOfRelation(relation, types) };
}

function unknownColumn(type: RecordType, { column, relation }: ColumnMapping): ImportMistake {
  const wanted = relation?.field ?? column.header;
  const names = type.fields.map(({ name }) => name);
  const suggestion = nearest(wanted, names);
  const advice =
    suggestion === undefined ? `its fields are ${listNames(names, wanted)}` : `did you mean "${suggestion}"?`;
  return {
    code: 'unknown_column',
    column: column.header,
    detail: `The type "${type.name}" has no field "${wanted}": ${advice}. Rename the column or remove it from the file.`,
    ...(suggestion === undefined ? { allowed: names } : { suggestion }),
  };
}

function wrongRelations(planned: PlannedColumn[], relations: readonly ImportRelation[]): ImportMistake[] {
  return planned
    .filter(({ target, field }) => target?.keyField && field.kind !== 'relation')
    .concat(planned.filter(({ target, field }) => field.kind === 'relation' && target && target.type !== field.target))
    .map(({ column, field }) => {
      const { targetType } = relations.find((relation) => relation.column === column.header)!;
      const detail = `The field "${field.name}" is not a relation to "${targetType}": choose one that is.`;
      return { code: 'wrong_relation', column: column.header, detail };
    });
}

function repeatedFields(planned: PlannedColumn[]): ImportMistake[] {
  return [...Map.groupBy(planned, ({ field }) => field.name)]
    .filter(([, same]) => same.length > 1)
    .map(([name, same]) => {
      const columns = same.map(({ column }) => `"${column.header}"`).join(' and ');
      const detail = `The columns ${columns} both map to the field "${name}": keep one of them, or choose another field.`;
      return { code: 'repeated_field', column: same[1]!.column.header, detail };
    });
}

function missingColumns(type: RecordType, planned: PlannedColumn[]): ImportMistake[] {
  return type.fields
    .filter(({ name, required }) => required && !planned.some(({ field }) => field.name === name))
    .map(({ name, label }) => ({
      code: 'missing_column',
      detail: `${label} ("${name}") is required, but the file has no column for it: add one.`,
    }));
}

function wrongFieldName({ field, column }: ImportRelation): ImportMistake {
  const detail = `The relation of "${column}" cannot be called "${field}": use letters, digits and underscores, and start with a letter.`;
  return { code: 'wrong_field_name', column, detail };
}
