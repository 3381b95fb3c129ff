export { checkStorages } from './check-storages.ts';
export { openContent } from './file-content.ts';
export { parseFileSettings } from '../storages/file-settings.ts';
export type { FileSettings } from '../storages/file-settings.ts';
export type { ContentPlace, ContentReader } from '../storages/storage.ts';
export { deleteFile } from './delete-file.ts';
export { findContent, getFile, listFiles, openFile, saveFile } from './files.ts';
export type { FileRow, NewFile } from './files.ts';
