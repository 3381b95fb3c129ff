import type { Command } from 'commander';
import type { Settings } from '../settings.ts';
import { registerBuild } from './build.ts';
import { registerExplain } from './explain.ts';
import { registerFromOpenApi } from './from-openapi.ts';
import { registerFixtureVerbs } from './fixture-verbs.ts';
import { registerValidate } from './validate.ts';

/** The verbs for whoever writes connectors; they need no running product. */
export function registerAuthorVerbs(program: Command, settings: Settings): void {
  registerValidate(program, settings);
  registerExplain(program, settings);
  registerBuild(program, settings);
  registerFromOpenApi(program, settings);
  registerFixtureVerbs(program, settings);
}
