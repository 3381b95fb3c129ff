/** Prints packages/store/apps/work.json: the app that every new workspace has, compiled from its folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { compileApp } from '../src/index.ts';

const folder = join(import.meta.dirname, '../../store/apps');

/** The file for the output of `printWorkApp`. */
export const workAppFile = join(folder, 'work.json');

/** Writes the Work app as JSON. */
export async function printWorkApp(): Promise<string> {
  const { app } = compileApp(join(folder, 'work'));
  const options = await resolveConfig(workAppFile);
  return format(JSON.stringify({ $schema: '../../../schemas/app.schema.json', ...app }), {
    ...options,
    parser: 'json',
  });
}

if (import.meta.main) writeFileSync(workAppFile, await printWorkApp());
