export { previewType, saveType } from './save-type.ts';
export type { TypeWish } from './save-type.ts';
export { removeType } from './remove-type.ts';
export { readTypeUses } from './type-uses.ts';
