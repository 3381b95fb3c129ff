// Made from api/connectors.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Sha256, Timezone } from './parts.ts';

export interface ConnectorList {
  marketplace: Release[];
  installed: Installation[];
}
export interface Release {
  connector: string;
  name: string;
  version: string;
  sha256: Sha256;
  workspaceId: Id | null;
  releasedAt: Moment;
}
export interface ReleasePreview {
  connector: string;
  name: string;
  version: string;
  sha256: Sha256;
  workspaceId: Id | null;
  before: string | null;
  isThere: boolean;
}
export interface Installation {
  connector: string;
  version: string;
  sha256: Sha256;
  installedAt: Moment;
  installedBy: string;
  development: boolean;
}
export interface NewInstallation {
  id: Timezone;
  version?: string;
}
