export { runEngines } from './engines/run-engines.ts';
export type { RunEnginesOptions, RunningEngines } from './engines/run-engines.ts';
export type { EngineSource } from './engines/find-engine.ts';
export { lowerPriority, runNiceness } from './lower-priority.ts';
export { workerMemory } from './parts.ts';
export { createProgress, silentProgress } from './progress.ts';
export type { Progress } from './progress.ts';
export { engineSource, readSettings } from './settings.ts';
export type { Settings } from './settings.ts';
