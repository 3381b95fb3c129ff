export { deleteDefinition, getDefinition, listDefinitions, saveDefinition } from './definitions.ts';
export type { Definition, NewDefinition } from './definitions.ts';
export { changeDefinition, refuseReadOnly, saveDefinitionWith } from './change-definition.ts';
export type { DefinitionChange } from './change-definition.ts';
export { restoreDefinition } from './restore-definition.ts';
export { definitionKinds } from '../collections/hidden-types.ts';
export type { DefinitionKind } from '../collections/hidden-types.ts';
export { listVersions } from './list-versions.ts';
