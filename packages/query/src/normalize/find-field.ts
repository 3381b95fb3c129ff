import { systemFields, type Field, type RecordType } from '@tallyhook/schemas';
import { addMistake, addUnknown, type Mistakes, type Path } from './mistakes.ts';
import type { Relation } from './normalized-question.ts';
import { readText } from './read-shape.ts';

/** A field named by a question: the record's own, or a field of a related record. */
export interface FieldPath {
  field: Field;
  via?: Relation;
  /** The field with its name and label as questions show them. `many` is set if a record can have several values. */
  shown: Field;
}

/** Where to look up fields. Without a type, fields are not looked up. */
export interface FieldPlace {
  path: Path;
  type: RecordType | undefined;
  types: readonly RecordType[];
}

const maxNameLength = 200;

/** All fields of a type: its own, then the system fields. */
export function fieldsOf(type: RecordType): readonly Field[] {
  return [...type.fields, ...systemFields];
}

/**
 * Finds the field with a name, or with a path `relation.field`; adds a mistake and returns undefined if there is none.
 */
export function findFieldPath(
  given: unknown,
  { path, type, types }: FieldPlace,
  mistakes: Mistakes,
): FieldPath | undefined {
  const name = readText(given, { path, maxLength: maxNameLength }, mistakes);
  if (name === undefined || type === undefined) return undefined;
  const [first, second, ...rest] = name.split('.');
  if (second === undefined) {
    const field = lookUp(name, type, path, mistakes);
    return field && { field, shown: field };
  }
  if (rest.length > 0) {
    const detail = `"${name}" follows ${rest.length + 1} relations; a question can follow only one`;
    addMistake(mistakes, path, 'too_many_relations', detail);
    return undefined;
  }
  return follow([first!, second], { path, type, types }, mistakes);
}

/** Finds a field of the type itself; fields of related records are refused. */
export function findOwnField(given: unknown, place: FieldPlace, mistakes: Mistakes): Field | undefined {
  const found = findFieldPath(given, place, mistakes);
  if (found?.via === undefined) return found?.field;
  const detail = `"${String(given)}" is a field of a related record: measures need a field of ${place.type!.plural}; only filters and groups can follow a relation`;
  addMistake(mistakes, place.path, 'relation_not_allowed', detail);
  return undefined;
}

function follow(
  [first, second]: [string, string],
  { path, type, types }: FieldPlace & { type: RecordType },
  mistakes: Mistakes,
): FieldPath | undefined {
  const relation = lookUp(first, type, path, mistakes);
  if (relation === undefined) return undefined;
  const target = relation.kind === 'relation' ? types.find(({ name }) => name === relation.target) : undefined;
  if (target === undefined) {
    const relations = fieldsOf(type).filter(({ kind }) => kind === 'relation');
    const sentence = `${relation.label} ("${first}") is not a relation to records of this branch`;
    const known = relations.map(({ name }) => name);
    addUnknown(mistakes, path, { code: 'not_a_relation', sentence, given: first, known });
    return undefined;
  }
  const field = lookUp(second, target, path, mistakes);
  return field && { field, via: { field: relation, target: target.name }, shown: shownField(field, relation) };
}

function shownField(field: Field, relation: Field): Field {
  const many = (field.many ?? false) || (relation.many ?? false);
  const label = `${field.label} of ${relation.label}`;
  return { ...field, name: `${relation.name}.${field.name}`, label, ...(many ? { many } : {}) };
}

function lookUp(name: string, type: RecordType, path: Path, mistakes: Mistakes): Field | undefined {
  const fields = fieldsOf(type);
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) {
    const sentence = `the type "${type.name}" has no field "${name.slice(0, 60)}"`;
    addUnknown(mistakes, path, { code: 'unknown_field', sentence, given: name, known: fields.map((one) => one.name) });
  }
  return field;
}
