export {
  addConnectorFolder,
  getConnectorFolder,
  listConnectorFolders,
  removeConnectorFolder,
  saveConnectorFolder,
} from './connector-folders.ts';
export type { ConnectorFolder, ConnectorFolderEntry, FolderFile } from './connector-folders.ts';
export { findWaitingListen, getListen, keepHeard, noteVerified, openListen } from './listens.ts';
export type { HeardDelivery, Listen } from './listens.ts';
export {
  findInstallation,
  isOwnInstallation,
  findInstalledVersions,
  findInstallingWorkspaces,
  getInstalledPackage,
  installBuild,
  installConnector,
  listInstallations,
  listOwnInstallations,
  listInstalledVersions,
  versionFor,
} from './installations.ts';
export {
  findUsedVersions,
  forgetKeptVersions,
  listKeptVersions,
  listVersionsFor,
  moveKeptWorkflows,
  uninstallConnector,
} from './kept-versions.ts';
export type { Installation, KeptVersion, UsedVersions } from './installations.ts';
export {
  compareVersions,
  findNewestRelease,
  getReleasedPackage,
  keepShippedDigest,
  listReleases,
  listShippedDigests,
  previewRelease,
  refuseRevealingBuild,
  releaseConnector,
} from './releases.ts';
export type { Release, ReleasePreview } from './releases.ts';
