export { createColumnKeeper } from './keep/keeper.ts';
export type { ColumnKeeper, ColumnLimits, ColumnQuestion, KeptDescription } from './keep/keeper.ts';
