// Made from app.schema.json by `npm run generate`. Change the schema, not this file.

import type { TileWidth } from './dashboard.ts';
import type { NumberFormat } from './number-format.ts';
import type { Report } from './report.ts';

/**
 * What an app adds to a branch: record types, reports, dashboards, workflows and sample data. Its types can be used right after installation; its reports and dashboards are read-only, and its workflows are off.
 */
export interface App {
  /**
   * The location of this file's schema, for editors.
   */
  $schema?: string;
  /**
   * The permanent id of the app, such as `work`.
   */
  id: string;
  /**
   * The display name of the app.
   */
  name: string;
  /**
   * A semantic version, such as `1.0.0`.
   */
  version: string;
  /**
   * What the app is for.
   */
  description?: string;
  /**
   * The record types of the app. A relation may point to any of them, or to an existing type of the branch.
   *
   * @minItems 1
   * @maxItems 100
   */
  types: RecordTypeDeclaration[];
  /**
   * Reports about the types of the app.
   *
   * @maxItems 100
   */
  reports?: AppReport[];
  /**
   * Dashboards with reports of the app.
   *
   * @maxItems 20
   */
  dashboards?: AppDashboard[];
  /**
   * Workflows that arrive switched off. A step `runReport` may name a report by its id in the app.
   *
   * @maxItems 50
   */
  workflows?: AppWorkflow[];
  /**
   * Records to try the app with, which people load and remove with a button.
   *
   * @maxItems 100
   */
  samples?: AppSamples[];
}
/**
 * A permanent id within the app: after reinstallation, the item replaces the earlier one with the same id.
 */
export type AppItemId = string;
/**
 * One field of a record type.
 */
export type FieldDeclaration =
  | TextFieldDeclaration
  | ChoiceFieldDeclaration
  | NumberFieldDeclaration
  | DayFieldDeclaration
  | InstantFieldDeclaration
  | YesNoFieldDeclaration
  | RelationFieldDeclaration
  | PersonFieldDeclaration
  | FileFieldDeclaration;
/**
 * A GraphQL name that does not start with an underscore.
 */
export type GraphqlName = string;
/**
 * The display name of the field.
 */
export type FieldLabel = string;
/**
 * What to enter, shown below the field.
 */
export type FieldHelp = string;

export interface AppReport {
  id: AppItemId;
  /**
   * The display name.
   */
  name: string;
  definition: Report;
}
export interface AppDashboard {
  id: AppItemId;
  /**
   * The display name.
   */
  name: string;
  /**
   * The tiles in reading order.
   *
   * @maxItems 100
   */
  tiles: AppTile[];
}
export interface AppTile {
  /**
   * A report of the app.
   */
  report: AppItemId;
  width?: TileWidth;
}
/**
 * A record type: the names of its records and its fields.
 */
export interface RecordTypeDeclaration {
  /**
   * The name of the type in questions and addresses, such as `ticket`.
   */
  name: GraphqlName;
  /**
   * The display name in the singular.
   */
  label: string;
  /**
   * The display name in the plural.
   */
  plural: string;
  /**
   * Whether reports can be made about the type.
   */
  offered?: boolean;
  /**
   * The field that names a record in labels and lists.
   */
  labelField: GraphqlName;
  /**
   * The fields in display order.
   *
   * @minItems 1
   * @maxItems 500
   */
  fields: FieldDeclaration[];
}
/**
 * Text of any length.
 */
export interface TextFieldDeclaration {
  name: GraphqlName;
  label: FieldLabel;
  kind: 'text';
  /**
   * Whether every record must have a value.
   */
  required?: boolean;
  /**
   * Whether no two records may have the same value.
   */
  unique?: boolean;
  /**
   * The value of a new record that names none.
   */
  default?: string;
  help?: FieldHelp;
}
/**
 * One or more of the given choices.
 */
export interface ChoiceFieldDeclaration {
  name: GraphqlName;
  label: FieldLabel;
  kind: 'choice';
  /**
   * Whether the field holds a list.
   */
  many?: boolean;
  /**
   * Whether every record must have a value.
   */
  required?: boolean;
  /**
   * The choices in display order.
   *
   * @minItems 1
   * @maxItems 1000
   */
  options: FieldOptionDeclaration[];
  /**
   * The choice of a new record that names none; a list if the field holds one.
   */
  default?: string | string[];
  help?: FieldHelp;
}
/**
 * A number.
 */
export interface NumberFieldDeclaration {
  name: GraphqlName;
  label: FieldLabel;
  kind: 'number';
  /**
   * Whether every record must have a value.
   */
  required?: boolean;
  format?: NumberFormat;
  /**
   * Whether no two records may have the same value.
   */
  unique?: boolean;
  /**
   * The value of a new record that names none.
   */
  default?: number;
  help?: FieldHelp;
}
/**
 * A calendar day.
 */
export interface DayFieldDeclaration {
  name: GraphqlName;
  label: FieldLabel;
  kind: 'day';
  /**
   * Whether every record must have a value.
   */
  required?: boolean;
  /**
   * Whether no two records may have the same value.
   */
  unique?: boolean;
  /**
   * The value of a new record that names none, such as `2026-03-01`.
   */
  default?: string;
  help?: FieldHelp;
}
/**
 * A moment in time.
 */
export interface InstantFieldDeclaration {
  name: GraphqlName;
  label: FieldLabel;
  kind: 'instant';
  /**
   * Whether every record must have a value.
   */
  required?: boolean;
  /**
   * Whether no two records may have the same value.
   */
  unique?: boolean;
  /**
   * The value of a new record that names none, such as `2026-03-01T09:30:00Z`.
   */
  default?: string;
  help?: FieldHelp;
}
/**
 * Yes or no.
 */
export interface YesNoFieldDeclaration {
  name: GraphqlName;
  label: FieldLabel;
  kind: 'yesNo';
  /**
   * Whether every record must have a value.
   */
  required?: boolean;
  /**
   * The value of a new record that names none.
   */
  default?: boolean;
  help?: FieldHelp;
}
/**
 * One or more records of another type.
 */
export interface RelationFieldDeclaration {
  name: GraphqlName;
  label: FieldLabel;
  kind: 'relation';
  /**
   * Whether the field holds a list.
   */
  many?: boolean;
  /**
   * Whether every record must have a value.
   */
  required?: boolean;
  /**
   * The record type that the field points to.
   */
  target: GraphqlName;
  help?: FieldHelp;
}
/**
 * One or more members of the workspace.
 */
export interface PersonFieldDeclaration {
  name: GraphqlName;
  label: FieldLabel;
  kind: 'person';
  /**
   * Whether the field holds a list.
   */
  many?: boolean;
  /**
   * Whether every record must have a value.
   */
  required?: boolean;
  help?: FieldHelp;
}
/**
 * One or more files of the branch.
 */
export interface FileFieldDeclaration {
  name: GraphqlName;
  label: FieldLabel;
  kind: 'file';
  /**
   * Whether the field holds a list.
   */
  many?: boolean;
  /**
   * Whether every record must have a value.
   */
  required?: boolean;
  help?: FieldHelp;
}
export interface FieldOptionDeclaration {
  /**
   * The value in records and questions.
   */
  value: string;
  /**
   * The display name.
   */
  label: string;
  /**
   * One of the eight colours of charts.
   */
  color?: number;
}
export interface AppWorkflow {
  id: AppItemId;
  /**
   * The display name.
   */
  name: string;
  /**
   * A workflow as the builder saves it.
   */
  definition: {[key: string]: unknown};
}
export interface AppSamples {
  /**
   * A type of the app.
   */
  type: GraphqlName;
  /**
   * @maxItems 500
   */
  records: AppSample[];
}
export interface AppSample {
  id: AppItemId;
  /**
   * Values by field name. A relation names samples by their ids; a day or an instant may be relative, such as `today-3` or `today+14`.
   */
  fields: {[field: string]: unknown};
}
