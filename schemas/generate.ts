/**
 * Writes the types of each `<name>.schema.json`, here and in `api/`, to `generated/`.
 * `--check` writes nothing and ends with 1 when a generated file is not what its schema gives.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { generateTypes, readSchemas } from './generate-types.ts';

const folder = import.meta.dirname;

async function readGenerated(): Promise<Map<string, string>> {
  const target = join(folder, 'generated');
  await mkdir(join(target, 'api'), { recursive: true });
  const texts = new Map<string, string>();
  for (const file of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    texts.set(path.slice(target.length + 1), await readFile(path, 'utf8'));
  }
  return texts;
}

const schemas = await readSchemas(folder);
const made = await generateTypes(schemas);
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
