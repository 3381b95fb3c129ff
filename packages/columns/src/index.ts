export { createColumnKeeper } from './keep/keeper.ts';
export type { ColumnKeeper, ColumnQuestion } from './keep/keeper.ts';
export type { ColumnLimits } from './keep/builds.ts';
export type { ColumnsDescription, KeptDescription } from './keep/describe-kept.ts';
