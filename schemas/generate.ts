/**
 * Writes the types of each `<name>.schema.json`, here and in `api/`, to `generated/`.
 * `--check` writes nothing and ends with 1 when a generated file is not what its schema gives.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as prettier from 'prettier';
import { argv, exit, stderr, stdout } from 'node:process';
import { generateApiIndex } from './generate-api.ts';
import { generateTypes, readSchemas } from './generate-types.ts';

const folder = import.meta.dirname;
/** `packages/api` makes this one from its routes. */
const ofRoutes = 'api/routes.ts';

async function readGenerated(): Promise<Map<string, string>> {
  const target = join(folder, 'generated');
  await mkdir(join(target, 'api'), { recursive: true });
  const texts = new Map<string, string>();
  for (const file of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name).slice(target.length + 1);
    if (path !== ofRoutes) texts.set(path, await readFile(join(target, path), 'utf8'));
  }
  return texts;
}

/** As everything here is formatted. */
async function format(text: string): Promise<string> {
  const path = join(folder, 'generated/api/index.ts');
  return prettier.format(text, { ...(await prettier.resolveConfig(path)), filepath: path });
}

const schemas = await readSchemas(folder);
const made = await generateTypes(schemas);
made.set('api/index.ts', await format(generateApiIndex(schemas)));
const found = await readGenerated();
const stale = [...new Set([...made.keys(), ...found.keys()])].filter((name) => made.get(name) !== found.get(name));

if (argv.includes('--check')) {
  for (const name of stale) stderr.write(`schemas/generated/${name} is stale: run npm run generate\n`);
  exit(stale.length === 0 ? 0 : 1);
}
for (const name of stale) {
  const text = made.get(name);
  const path = join(folder, 'generated', name);
  await mkdir(dirname(path), { recursive: true });
  await (text === undefined ? rm(path) : writeFile(path, text));
  stdout.write(`${text === undefined ? 'removed' : 'wrote'} schemas/generated/${name}\n`);
}
