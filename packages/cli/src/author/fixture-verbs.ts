import type { Command } from 'commander';
import type { Settings } from '../settings.ts';
import { registerTest } from './test.ts';

/** The verbs that run connectors: from their fixtures, and for real. */
export function registerFixtureVerbs(program: Command, settings: Settings): void {
  registerTest(program, settings);
}
