// Made from app.schema.json by `npm run generate`. Change the schema, not this file.

import type { TileWidth } from './dashboard.ts';
import type { Report } from './report.ts';

/**
 * What an app brings to a branch: record types, reports and dashboards. Installed on a branch, its types can be used there at once; its reports and dashboards are read-only there.
 */
export interface App {
  /**
   * Where the schema of this file is, for editors.
   */
  $schema?: string;
  /**
   * Names the app for ever, such as `work`.
   */
  id: string;
  /**
   * What people call the app.
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
   * The record types of the app; a relation may point to any of them, or to a type that the branch has already.
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
}
/**
 * Names it within the app for ever: installed again, the same id takes the place of the one before.
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
 * A name as GraphQL allows it, without an underscore at the beginning.
 */
export type GraphqlName = string;
/**
 * What people call the field.
 */
export type FieldLabel = string;

export interface AppReport {
  id: AppItemId;
  /**
   * What people call it.
   */
  name: string;
  definition: Report;
}
export interface AppDashboard {
  id: AppItemId;
  /**
   * What people call it.
   */
  name: string;
  /**
   * The tiles in the order of reading.
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
 * A record type: what its records are called and which fields they have.
 */
export interface RecordTypeDeclaration {
  /**
   * What questions and addresses call the type, such as `ticket`.
   */
  name: GraphqlName;
  /**
   * What people call one of them.
   */
  label: string;
  /**
   * What people call several.
   */
  plural: string;
  /**
   * Whether people may choose the type for a report.
   */
  offered?: boolean;
  /**
   * The field that names a record in labels and lists.
   */
  labelField: GraphqlName;
  /**
   * The fields in the order people see them.
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
}
/**
 * One or several of given choices.
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
   * The choices in the order people see them.
   *
   * @minItems 1
   * @maxItems 1000
   */
  options: FieldOptionDeclaration[];
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
}
/**
 * One or several records of another type.
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
}
/**
 * One or several members of the workspace.
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
}
/**
 * One or several files of the branch.
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
}
export interface FieldOptionDeclaration {
  /**
   * What records and questions hold.
   */
  value: string;
  /**
   * What people see.
   */
  label: string;
}
