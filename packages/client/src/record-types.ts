import type { QuestionCondition, QuestionGroup, QuestionMeasure } from '@tallyhook/schemas';

/**
 * The record types of a workspace by name. Empty here: the declarations that `GET /api/types.d.ts` answers fill it in.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface RecordTypes {}

/** The name of a record type; any text where no declarations are there. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- never here, names once declared
export type TypeName = [keyof RecordTypes] extends [never] ? string : keyof RecordTypes & string;

/** One part of what the declarations say of a type, or what holds for any. */
type PartOf<T extends string, Part extends string, Any> = T extends keyof RecordTypes
  ? RecordTypes[T] extends Record<Part, infer Value>
    ? Value
    : Any
  : Any;

/** The fields of a record: what it has, and null where it is empty. */
export type Fields<T extends string> = PartOf<T, 'fields', Record<string, unknown>>;

/** What a question may ask of one field in its filter. */
export type Condition<T extends string> = PartOf<T, 'condition', QuestionCondition>;

/** What a question may group by. */
export type Group<T extends string> = PartOf<T, 'group', QuestionGroup>;

/** What a question may measure. */
export type Measure<T extends string> = PartOf<T, 'measure', QuestionMeasure>;

/** The values of groups by the field that they are of. */
export type GroupValues<T extends string> = PartOf<T, 'values', Record<string, string | number | boolean>>;
