import { systemFields, type RecordType } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { rulesOf } from './grammar.ts';
import { fieldsOf } from './normalize/find-field.ts';

/** What questions can do with one field. */
export type FieldDescription = Omit<AskedField, 'indexed'>;

/** Describes what questions can do with each field of a record type. `types` are those of the branch. */
export function describeFields(type: RecordType, types: readonly RecordType[]): FieldDescription[] {
  return fieldsOf(type).map((field) => {
    const { operators, functions, units, groupable } = rulesOf(field);
    const target = types.find(({ name }) => name === field.target);
    return {
      name: field.name,
      label: field.label,
      kind: field.kind,
      many: field.many ?? false,
      system: systemFields.includes(field),
      ...(field.target === undefined ? {} : { target: field.target }),
      ...(target === undefined ? {} : { targetLabel: target.label }),
      ...(field.options === undefined ? {} : { options: [...field.options] }),
      ...(field.format === undefined ? {} : { format: field.format }),
      ops: [...operators],
      fns: [...functions],
      units: [...units],
      groupable,
    };
  });
}
