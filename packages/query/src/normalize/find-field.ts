import { systemFields, type Field, type RecordType } from '@tallyhook/schemas';
import { addUnknown, type Mistakes, type Path } from './mistakes.ts';
import { readText } from './read-shape.ts';

/** The fields that a question can name: those of the type, then those that every record has. */
export function fieldsOf(type: RecordType): readonly Field[] {
  return [...type.fields, ...systemFields];
}

/** The field that a question names; undefined, with a mistake, where there is none. Without a type nothing is looked up. */
export function findField(
  given: unknown,
  { path, type }: { path: Path; type: RecordType | undefined },
  mistakes: Mistakes,
): Field | undefined {
  const name = readText(given, { path, longest: 100 }, mistakes);
  if (name === undefined || type === undefined) return undefined;
  const fields = fieldsOf(type);
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) {
    const sentence = `the type "${type.name}" has no field "${name.slice(0, 60)}"`;
    addUnknown(mistakes, path, { code: 'unknown_field', sentence, given: name, known: fields.map((one) => one.name) });
  }
  return field;
}
