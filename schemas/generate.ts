/**
 * Composes `workflow.schema.json` from the step and trigger kinds, and writes the types of each `<name>.schema.json`,
 * here and in `api/`, and the quick checks of a connector's files to `generated/`. `--check` writes nothing and exits with 1 if a file is out of date.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import * as prettier from 'prettier';
import { generateApiIndex } from './generate-api.ts';
import { generateQuickChecks } from './generate-quick-checks.ts';
import { generateTypes, readSchemas, type SchemaNode } from './generate-types.ts';
import { composeWorkflowSchema, workflowKinds } from './kinds/index.ts';

const folder = import.meta.dirname;
const composed = 'workflow.schema.json';
/** `packages/api` generates this file from its routes. */
const ofRoutes = 'generated/api/routes.ts';

async function makeAll(): Promise<Map<string, string>> {
  const workflow = composeWorkflowSchema(workflowKinds) as SchemaNode;
  const schemas = new Map([...(await readSchemas(folder)), [composed, workflow]]);
  const types = [...(await generateTypes(schemas))].map(([path, text]) => [join('generated', path), text] as const);
  return new Map([
    [composed, `${JSON.stringify(workflow, null, 2)}\n`],
    ...types,
    ['generated/quick-checks.ts', generateQuickChecks(schemas)],
    ['generated/api/index.ts', await format(generateApiIndex(schemas))],
  ]);
}

async function readFound(): Promise<Map<string, string>> {
  await mkdir(join(folder, 'generated/api'), { recursive: true });
  const files = (await readdir(join(folder, 'generated'), { recursive: true })).map((file) => join('generated', file));
  const texts = new Map<string, string>();
  for (const file of [composed, ...files.filter((path) => path.endsWith('.ts') && path !== ofRoutes)])
    texts.set(file, await readFile(join(folder, file), 'utf8').catch(() => ''));
  return texts;
}

/** Formats text with the project's settings. */
async function format(text: string): Promise<string> {
  const path = join(folder, 'generated/api/index.ts');
  return prettier.format(text, { ...(await prettier.resolveConfig(path)), filepath: path });
}

const made = await makeAll();
const found = await readFound();
const stale = [...new Set([...made.keys(), ...found.keys()])].filter((name) => made.get(name) !== found.get(name));

if (argv.includes('--check')) {
  for (const name of stale) stderr.write(`schemas/${name} is stale: run npm run generate\n`);
  exit(stale.length === 0 ? 0 : 1);
}
for (const name of stale) {
  const text = made.get(name);
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await (text === undefined ? rm(path) : writeFile(path, text));
  stdout.write(`${text === undefined ? 'removed' : 'wrote'} schemas/${name}\n`);
}
