import type { NumberFormat } from './generated/number-format.ts';

/** The kinds of fields. A `day` is a calendar day, an `instant` a moment. */
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
  /** One of the eight colours of charts, from 1 to 8. */
  color?: number;
}

/** One field of a record type; GraphQL and questions use `name`. */
export interface Field {
  name: string;
  label: string;
  kind: FieldKind;
  /** Whether the field holds a list, for choices and relations. */
  many?: boolean;
  required?: boolean;
  /** The choices of a `choice` field. */
  options?: FieldOption[];
  /** The record type that a `relation` field points to. */
  target?: string;
  /** How people see the values of a `number` field. */
  format?: NumberFormat;
  /** Whether no two records may have the same value. */
  unique?: boolean;
  /** The value of a new record that names none, as records are written. */
  default?: string | number | boolean | string[];
  /** What to enter, shown below the field. */
  help?: string;
}

/** A record type as an app declares it. */
export interface RecordType {
  name: string;
  label: string;
  plural: string;
  /** The id of the app that declares the type; `workspace` for a type made in the workspace itself. */
  app: string;
  /** Whether reports can be made about the type. */
  offered: boolean;
  /** The app that was removed and left the type to the workspace. */
  leftBy?: string;
  /** The field that names a record in labels and lists. */
  labelField: string;
  fields: Field[];
}

/** The key for people in maps by record type; no type can have this name. */
export const people = '(people)';

/** The fields every record has in addition to those of its type. */
export const systemFields: readonly Field[] = [
  { name: 'createdAt', label: 'Created at', kind: 'instant' },
  { name: 'createdBy', label: 'Created by', kind: 'person' },
  { name: 'updatedAt', label: 'Updated at', kind: 'instant' },
  { name: 'updatedBy', label: 'Updated by', kind: 'person' },
];
