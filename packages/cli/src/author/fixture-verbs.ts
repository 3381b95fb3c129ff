import type { Command } from 'commander';
import type { Settings } from '../settings.ts';
import { registerRecord } from './call/record.ts';
import { registerRun } from './call/run.ts';
import { registerDev } from './dev/dev.ts';
import { registerHook } from './hook/hook.ts';
import { registerMock } from './mock/mock.ts';
import { registerTest } from './test.ts';

/** Registers the verbs that run connectors, from fixtures and against the real service. */
export function registerFixtureVerbs(program: Command, settings: Settings): void {
  registerTest(program, settings);
  registerRun(program, settings);
  registerRecord(program, settings);
  registerMock(program, settings);
  registerDev(program, settings);
  registerHook(program, settings);
}
