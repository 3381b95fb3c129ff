import { toPointer, type Field, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import { hiddenTypeNames } from '../collections/hidden-types.ts';
import { reservedFieldNames } from '../collections/record-document.ts';
import { checkFields } from '../records/field-values.ts';

/**
 * Checks record types for mistakes their schema cannot express: names that are taken, and relations and labels that
 * point to nothing. `known` are the other types of the branch. Pointers start at the list of types.
 */
export function checkTypes(types: readonly RecordType[], known: readonly RecordType[]): ProblemDetail[] {
  const names = [...types, ...known].map(({ name }) => name);
  return types.flatMap((type, index) => [
    ...checkTypeName(type, names, [String(index)]),
    ...checkLabelField(type, [String(index)]),
    ...type.fields.flatMap((field, place) =>
      checkField(field, { type, names, path: [String(index), 'fields', String(place)] }),
    ),
  ]);
}

function checkTypeName({ name }: RecordType, names: string[], path: string[]): ProblemDetail[] {
  const pointer = toPointer([...path, 'name']);
  if (hiddenTypeNames.includes(name)) {
    return [{ pointer, code: 'name_taken', detail: `"${name}" is a built-in type: choose another name.` }];
  }
  if (names.filter((other) => other === name).length < 2) return [];
  return [{ pointer, code: 'name_taken', detail: `A type "${name}" already exists: choose another name.` }];
}

function checkLabelField({ name, labelField, fields }: RecordType, path: string[]): ProblemDetail[] {
  const field = fields.find((candidate) => candidate.name === labelField);
  if (field && !field.many && !['relation', 'person', 'file'].includes(field.kind)) return [];
  const detail = field
    ? `"${labelField}" cannot be the label field of "${name}": choose a field with a single text, number or date.`
    : `The label field "${labelField}" of "${name}" does not exist: choose one of the type's fields.`;
  return [{ pointer: toPointer([...path, 'labelField']), code: 'wrong_label_field', detail }];
}

function checkField(
  field: Field,
  { type, names, path }: { type: RecordType; names: string[]; path: string[] },
): ProblemDetail[] {
  const mistakes: ProblemDetail[] = [];
  const add = (key: string, code: string, detail: string) =>
    mistakes.push({ pointer: toPointer([...path, key]), code, detail });
  if (reservedFieldNames.includes(field.name)) {
    add('name', 'name_taken', `Every record has "${field.name}": choose another name for the field.`);
  }
  if (type.fields.filter(({ name }) => name === field.name).length > 1) {
    add('name', 'name_taken', `"${type.name}" has two fields "${field.name}": keep one of them.`);
  }
  if (field.kind === 'relation' && !names.includes(field.target!)) {
    add(
      'target',
      'unknown_type',
      `"${field.name}" points to "${field.target}", which is not a type: choose an existing type.`,
    );
  }
  const values = (field.options ?? []).map(({ value }) => value);
  if (new Set(values).size < values.length) {
    add('options', 'repeated_option', `"${field.name}" lists the same choice twice: remove one of them.`);
  }
  if (field.default !== undefined) {
    const [wrong] = checkFields(type, { [field.name]: field.default }).mistakes;
    if (wrong) add('default', 'wrong_default', `The default of a new record does not fit: ${wrong.detail}`);
    if (field.unique) {
      add('default', 'not_allowed', `"${field.name}" is different in every record, so it cannot have a default.`);
    }
  }
  return mistakes;
}
