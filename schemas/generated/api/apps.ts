// Made from api/apps.schema.json by `npm run generate`. Change the schema, not this file.

import type { Moment, Sha256 } from './parts.ts';
import type { ProblemDetail } from './problem.ts';
import type { FieldChangePreview, TypeUse } from './records.ts';
import type { App } from '../app.ts';

/**
 * A compiled app. The same folder always gives the same bytes.
 */
export interface AppPackage {
  app: App;
  /**
   * The hash of the app as canonical JSON.
   */
  sha256: Sha256;
}
/**
 * A version of an app. A released version never changes.
 */
export interface AppRelease {
  app: string;
  name: string;
  version: string;
  sha256: Sha256;
  /**
   * Whether every workspace sees it, or only the one that released it.
   */
  isPublic: boolean;
  releasedAt: Moment;
}
/**
 * An app on the branch.
 */
export interface InstalledApp {
  app: string;
  version: string;
  installedAt: Moment;
  installedBy: string;
}
/**
 * The newest version of an app.
 */
export interface AppOffer {
  app: string;
  name: string;
  version: string;
  description: string;
  isPublic: boolean;
}
export interface AppList {
  marketplace: AppOffer[];
  installed: InstalledApp[];
}
/**
 * What an app brings, and how the branch has it.
 */
export interface AppDetail {
  app: string;
  name: string;
  version: string;
  description: string;
  sha256: Sha256;
  isPublic: boolean;
  releasedAt: Moment;
  types: AppTypeSummary[];
  reports: string[];
  dashboards: string[];
  workflows: string[];
  /**
   * How many sample records it has.
   */
  samples: number;
  /**
   * How many of them are on the branch.
   */
  loadedSamples: number;
  /**
   * The records of its types on the branch.
   */
  records: number;
  /**
   * What else would stop without its types.
   */
  uses: TypeUse[];
  installed: InstalledApp | null;
}
export interface AppTypeSummary {
  name: string;
  label: string;
  fields: number;
}
/**
 * What installing a version would change on the branch. Nothing is written.
 */
export interface AppUpdate {
  /**
   * The installed version; absent where the app was removed and left its types.
   */
  from?: string;
  to: string;
  changes: AppChange[];
  /**
   * The types whose records would change, with what each field would lose.
   */
  types: ChangedType[];
  /**
   * The values that would be lost.
   */
  lost: number;
  refusals: ProblemDetail[];
  /**
   * What does not belong to the app, works now, and would not work, or not in full, after it.
   */
  stops: TypeUse[];
}
/**
 * What a version of an app would do to the records of a type.
 */
export interface ChangedType {
  type: string;
  label: string;
  /**
   * The values that would be lost.
   */
  lost: number;
  fields: FieldChangePreview[];
}
export interface AppChange {
  weight: 'addition' | 'change' | 'loss';
  text: string;
}
export interface NewAppInstallation {
  id: string;
  /**
   * The newest unless given.
   */
  version?: string;
  /**
   * Whether values that the new version has no place for may be lost.
   */
  acceptLoss?: boolean;
}
export interface RemovedApp {
  /**
   * How many records were removed.
   */
  records: number;
}
export interface SampleCount {
  /**
   * How many sample records were written.
   */
  records: number;
}
export interface RemovedSamples {
  /**
   * How many sample records were removed.
   */
  records: number;
  /**
   * How many stay because they were edited.
   */
  kept: number;
}
