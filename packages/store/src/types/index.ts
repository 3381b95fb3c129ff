export { previewType, saveType } from './save-type.ts';
export type { RecordsPreview, TypeWish } from './save-type.ts';
export { readType } from './read-type.ts';
export type { TypeVersion } from './read-type.ts';
export { removeType } from './remove-type.ts';
export { countRecords as countTypeRecords } from '../collections/write-counter.ts';
export { listTypeUses, readTypeUses } from './type-uses.ts';
