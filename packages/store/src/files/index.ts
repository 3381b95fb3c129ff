export { openContent } from './file-content.ts';
export type { ContentPlace, ContentReader } from './file-content.ts';
export { deleteFile } from './delete-file.ts';
export { findContent, getFile, listFiles, openFile, saveFile } from './files.ts';
export type { FileRow, NewFile } from './files.ts';
