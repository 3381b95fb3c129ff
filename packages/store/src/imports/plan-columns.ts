import { listNames, nearest, type Field, type RecordType } from '@tallyhook/schemas';
import { reservedFieldNames } from '../collections/record-document.ts';
import type { ColumnProfile } from './column-profile.ts';
import { fieldNamesFor, isFieldName, originalName, type Column } from './head.ts';
import { refuseImport, type ImportMistake } from './import-problem.ts';
import type { FieldChoice } from './import-options.ts';
import { chooseField, type Proposal } from './propose-field.ts';
import { targetOfField, targetOfRelation, type ImportRelation, type KeyTarget } from './relation-keys.ts';
import type { NamedForms } from './unread-forms.ts';

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

/** A column before the rows are known, with what was said about it. */
interface ColumnMapping {
  column: Column;
  relation?: ImportRelation;
  /** The person's choice for the column itself. */
  choice?: FieldChoice;
}

/** The columns that match fields, and every mistake. */
export interface Match {
  planned: PlannedColumn[];
  /** Why a column matches no field, by its name. */
  unmatched: Map<string, string>;
  mistakes: ImportMistake[];
}

/** Matches the columns to the fields of an existing type. */
export function matchColumns(
  type: RecordType,
  columns: readonly Column[],
  { relations, choices, leavesOwn }: Said,
  types: readonly RecordType[],
): Match {
  const mistakes: ImportMistake[] = unknownChoices(columns, choices);
  const unmatched = new Map<string, string>();
  const planned = mappingsOf(columns, { relations, choices }).flatMap((mapping) => {
    const found = findField(type, mapping);
    if (found) return [plannedColumn(found, mapping, types)];
    if (leavesOwn && isOwn(mapping)) {
      unmatched.set(mapping.column.header, 'Left out: new records get their own.');
      return [];
    }
    mistakes.push(unknownColumn(type, mapping));
    unmatched.set(mapping.column.header, `The type has no field "${wantedField(mapping)}".`);
    return [];
  });
  mistakes.push(...wrongRelations(planned, relations), ...repeatedFields(planned), ...missingColumns(type, planned));
  return { planned, unmatched, mistakes };
}

/**
 * Creates the fields of a new type from the columns.
 * @throws Problem `invalid_import` with every mistake.
 */
export function proposeColumns(
  columns: readonly Column[],
  profiles: readonly ColumnProfile[],
  { relations, choices, forms }: Said,
  types: readonly RecordType[],
): PlannedColumn[] {
  const named = [...relations, ...choices].filter(({ field }) => field !== undefined && field !== null);
  const wrong = named.filter(({ field }) => !isFieldName(field!));
  const mistakes = [...unknownChoices(columns, choices), ...wrong.map(wrongFieldName)];
  if (mistakes.length > 0) throw refuseImport(mistakes);
  const names = fieldNamesFor(
    columns,
    named.flatMap(({ field }) => field ?? []),
  );
  const planned = mappingsOf(columns, { relations, choices }).map(({ column, relation, choice }): PlannedColumn => {
    const given = relation?.field ?? choice?.field ?? undefined;
    const name = given ?? names[column.index]!;
    const label = given === undefined ? column.header : labelOf(name);
    if (relation) return relationColumn(relation, { column, name, label }, types);
    const { reason, looksLike, ...proposed } = chooseField(profiles[column.index]!, choice?.kind, forms);
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

/** What a person said about the columns. */
export interface Said {
  relations: readonly ImportRelation[];
  choices: readonly FieldChoice[];
  forms?: NamedForms;
  /** Whether columns such as `id` and `createdAt`, which every record has, are left out. */
  leavesOwn?: boolean;
}

/** Lists each column once by itself, unless it is left out or a relation replaces it, and once per relation. */
function mappingsOf(
  columns: readonly Column[],
  { relations, choices }: Pick<Said, 'relations' | 'choices'>,
): ColumnMapping[] {
  return columns.flatMap((column) => {
    const own = relations.filter((relation) => relation.column === column.header);
    const choice = choices.find((one) => one.column === column.header);
    const isReplaced = choice?.field === null || own.some(({ field }) => field === undefined);
    const itself = { column, ...(choice && { choice }) };
    return [...(isReplaced ? [] : [itself]), ...own.map((relation) => ({ column, relation }))];
  });
}

function unknownChoices(columns: readonly Column[], choices: readonly FieldChoice[]): ImportMistake[] {
  const headers = columns.map(({ header }) => header);
  return choices
    .filter(({ column }) => !headers.includes(column))
    .map(({ column }) => {
      const suggestion = nearest(column, headers);
      const advice = suggestion === undefined ? '.' : `: did you mean "${suggestion}"?`;
      const detail = `The file has no column "${column}"${advice}`;
      return { code: 'unknown_column', column, detail, ...(suggestion !== undefined && { suggestion }) };
    });
}

function wantedField({ column, relation, choice }: ColumnMapping): string {
  return relation?.field ?? choice?.field ?? column.header;
}

const isOwn = ({ column, relation, choice }: ColumnMapping): boolean =>
  reservedFieldNames.includes(column.header) && relation === undefined && choice?.field === undefined;

function findField({ fields }: RecordType, mapping: ColumnMapping): Field | undefined {
  const wanted = wantedField(mapping);
  const fold = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/g, '');
  return (
    fields.find(({ name }) => name === wanted) ??
    fields.find(({ label }) => label === wanted) ??
    fields.find(({ name, label }) => fold(name) === fold(wanted) || fold(label) === fold(wanted)) ??
    // A new type got it for a name that every record has.
    fields.find(({ name }) => name === originalName(wanted))
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

function unknownColumn(type: RecordType, mapping: ColumnMapping): ImportMistake {
  const wanted = wantedField(mapping);
  const names = type.fields.map(({ name }) => name);
  const suggestion = nearest(wanted, names);
  const advice =
    suggestion === undefined ? `its fields are ${listNames(names, wanted)}` : `did you mean "${suggestion}"?`;
  return {
    code: 'unknown_column',
    column: mapping.column.header,
    detail: `The type "${type.name}" has no field "${wanted}": ${advice}. Rename the column, choose another field or leave it out.`,
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

function wrongFieldName({ field, column }: { field?: string | null; column: string }): ImportMistake {
  const detail = `The field of "${column}" cannot be called "${field}": use letters, digits and underscores, and start with a letter.`;
  return { code: 'wrong_field_name', column, detail };
}
