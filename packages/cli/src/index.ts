export { runCommandLine } from './program.ts';
export type { Settings } from './settings.ts';
export { fetchFlights } from './demo/flights-data.ts';
