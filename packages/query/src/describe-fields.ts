import { systemFields, type FieldKind, type FieldOption, type RecordType } from '@tallyhook/schemas';
import { rulesOf, type MeasureFunction, type Operator, type Unit } from './grammar.ts';
import { fieldsOf } from './normalize/find-field.ts';

/** What questions can do with one field. */
export interface FieldDescription {
  name: string;
  label: string;
  kind: FieldKind;
  /** Whether the field holds a list. */
  many: boolean;
  /** Whether records of every type have the field. */
  system: boolean;
  /** The record type that a relation points to, and its label. */
  target?: string;
  targetLabel?: string;
  options?: FieldOption[];
  ops: readonly Operator[];
  fns: readonly MeasureFunction[];
  units: readonly Unit[];
  groupable: boolean;
}

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
      ...(field.options === undefined ? {} : { options: field.options }),
      ops: operators,
      fns: functions,
      units,
      groupable,
    };
  });
}
