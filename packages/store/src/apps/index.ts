export { appItemId } from './app-definitions.ts';
export { defineType, installApp, workApp } from './apps.ts';
export { changeFields } from './change-fields.ts';
