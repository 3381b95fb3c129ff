export {
  addConnectorFolder,
  getConnectorFolder,
  listConnectorFolders,
  removeConnectorFolder,
  saveConnectorFolder,
} from './connector-folders.ts';
export type { ConnectorFolder, ConnectorFolderEntry, FolderFile } from './connector-folders.ts';
export {
  findInstallation,
  findInstalledVersions,
  findInstallingWorkspaces,
  getInstalledPackage,
  installBuild,
  installConnector,
  listInstallations,
  listInstalledVersions,
} from './installations.ts';
export type { Installation } from './installations.ts';
export {
  compareVersions,
  findNewestRelease,
  getReleasedPackage,
  listReleases,
  previewRelease,
  refuseRevealingBuild,
  releaseConnector,
} from './releases.ts';
export type { Release, ReleasePreview } from './releases.ts';
