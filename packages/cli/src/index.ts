export { runCommandLine } from './program.ts';
export type { Settings } from './settings.ts';
