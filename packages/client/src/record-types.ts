import type { QuestionCondition, QuestionGroup, QuestionMeasure } from '@tallyhook/schemas';

/** The record types of a workspace by name. Empty here; the declarations from `GET /api/types.d.ts` extend it. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface RecordTypes {}

/** The name of a record type; any string without declarations. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- never here, names once declared
export type TypeName = [keyof RecordTypes] extends [never] ? string : keyof RecordTypes & string;

/** One member of a type's declaration, or `Any` without one. */
type PartOf<T extends string, Part extends string, Any> = T extends keyof RecordTypes
  ? RecordTypes[T] extends Record<Part, infer Value>
    ? Value
    : Any
  : Any;

/** The fields of a record; null if empty. */
export type Fields<T extends string> = PartOf<T, 'fields', Record<string, unknown>>;

/** A filter condition on one field. */
export type Condition<T extends string> = PartOf<T, 'condition', QuestionCondition>;

/** A group of a question. */
export type Group<T extends string> = PartOf<T, 'group', QuestionGroup>;

/** A measure of a question. */
export type Measure<T extends string> = PartOf<T, 'measure', QuestionMeasure>;

/** The key types of groups, by field. */
export type GroupValues<T extends string> = PartOf<T, 'values', Record<string, string | number | boolean>>;

/** A declared type without keys that the client types more exactly; unlike with `Omit`, the keys must exist. */
export type Without<Declared, Name extends keyof Declared> = Omit<Declared, Name>;
