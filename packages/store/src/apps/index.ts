export { appItemId } from './app-definitions.ts';
export { listInstalledApps } from './installed-apps.ts';
export type { InstalledApp } from './installed-apps.ts';
export { checkWholeApp, defineType, installApp, workApp } from './apps.ts';
export { changeFields } from './change-fields.ts';
