export { isEncoding } from './checked-bytes.ts';
export { importCsv, importFile } from './import-file.ts';
export type {
  FieldChoice,
  FileFormat,
  ImportedColumn,
  ImportOptions,
  ImportResult,
  MarkerCount,
} from './import-options.ts';
export type { ImportMistake } from './import-problem.ts';
export type { ImportRelation } from './relation-keys.ts';
