import type { Command } from 'commander';
import type { Settings } from '../settings.ts';
import { registerAdd } from './add.ts';
import { registerBuild } from './build.ts';
import { registerCompletion } from './completion.ts';
import { registerDiff } from './diff.ts';
import { registerDoctor } from './doctor.ts';
import { registerExplain } from './explain.ts';
import { registerFromOpenApi } from './from-openapi.ts';
import { registerFixtureVerbs } from './fixture-verbs.ts';
import { registerInit } from './init.ts';
import { registerLsp } from './lsp.ts';
import { registerPull } from './pull.ts';
import { registerPush } from './push.ts';
import { registerRelease } from './release.ts';
import { registerValidate } from './validate.ts';
import { registerWrittenFiles } from './written-files.ts';

/** Registers the verbs for connector authors; they need no running product. */
export function registerAuthorVerbs(program: Command, settings: Settings): void {
  registerInit(program, settings);
  registerAdd(program, settings);
  registerValidate(program, settings);
  registerExplain(program, settings);
  registerBuild(program, settings);
  registerDiff(program, settings);
  registerWrittenFiles(program, settings);
  registerDoctor(program, settings);
  registerLsp(program, settings);
  registerCompletion(program, settings);
  registerFromOpenApi(program, settings);
  registerFixtureVerbs(program, settings);
  registerRelease(program, settings);
  registerPull(program, settings);
  registerPush(program, settings);
}
