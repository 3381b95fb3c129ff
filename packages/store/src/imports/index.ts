export { isEncoding } from './checked-bytes.ts';
export { importCsv } from './import-csv.ts';
export type { FieldChoice, ImportedColumn, ImportOptions, ImportResult, MarkerCount } from './import-options.ts';
export type { ImportMistake } from './import-problem.ts';
export type { ImportRelation } from './relation-keys.ts';
