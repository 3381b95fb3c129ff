/** The kinds a field can have (design: data). A `day` is a calendar day, an `instant` a moment. */
export const fieldKinds = [
  'text',
  'choice',
  'number',
  'day',
  'instant',
  'yesNo',
  'relation',
  'person',
  'file',
] as const;

export type FieldKind = (typeof fieldKinds)[number];

export interface FieldOption {
  value: string;
  label: string;
}

/** One field of a record type; `name` is what GraphQL and questions call it. */
export interface Field {
  name: string;
  label: string;
  kind: FieldKind;
  /** Whether the field holds a list: a choice or relation of many. */
  many?: boolean;
  required?: boolean;
  /** The choices of a `choice` field. */
  options?: FieldOption[];
  /** The record type a `relation` field points to. */
  target?: string;
}

/** A record type as an app declares it. */
export interface RecordType {
  name: string;
  label: string;
  plural: string;
  /** The id of the app that brings the type; `workspace` for a type made in the workspace itself. */
  app: string;
  /** Whether people may choose the type for a report. */
  offered: boolean;
  /** The field that names a record in labels and lists. */
  labelField: string;
  fields: Field[];
}

/** Stands for people where things are named by their record type: no type has such a name. */
export const people = '(people)';

/** The fields every record has besides those of its type. */
export const systemFields: readonly Field[] = [
  { name: 'createdAt', label: 'Created at', kind: 'instant' },
  { name: 'createdBy', label: 'Created by', kind: 'person' },
  { name: 'updatedAt', label: 'Updated at', kind: 'instant' },
  { name: 'updatedBy', label: 'Updated by', kind: 'person' },
];
