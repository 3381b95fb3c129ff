export { describeUpdate } from './describe-update.ts';
export type { AppUpdateFound } from './describe-update.ts';
export { installPackage } from './install-package.ts';
export { getReleasedApp, keepShippedAppDigest, listAppOffers, listShippedAppDigests, releaseApp } from './releases.ts';
export type { AppRelease } from './releases.ts';
export { removeApp, requireInstalled } from './remove-app.ts';
export type { AppRemoval } from './remove-app.ts';
export { isLeftBy, typesWithApp } from './plan-update.ts';
export { findSamples, loadSamples, removeSamples } from './samples.ts';
