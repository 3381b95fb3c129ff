export { previewType, saveType } from './save-type.ts';
export type { TypeWish } from './save-type.ts';
export { removeType } from './remove-type.ts';
export { countRecords as countTypeRecords } from '../collections/write-counter.ts';
export { listTypeUses, readTypeUses } from './type-uses.ts';
