/** Prints packages/store/apps/work.json: the app that every new workspace has, compiled from its folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { compileApp } from '../packages/sdk/src/index.ts';

const folder = join(import.meta.dirname, '../packages/store/apps');

/** The file for the output of `printWorkApp`. */
export const workAppFile = join(folder, 'work.json');

/** Writes the Work app as JSON. */
export async function printWorkApp() {
  const { app } = compileApp(join(folder, 'work'));
  const options = await resolveConfig(workAppFile);
  const text = JSON.stringify({ $schema: '../../../schemas/app.schema.json', ...app }, null, 2);
  return format(text, { ...options, parser: 'json' });
}

if (import.meta.main) writeFileSync(workAppFile, await printWorkApp());
