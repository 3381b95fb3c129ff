/**
 * Writes the type of each `<name>.schema.json` to `generated/<name>.ts`.
 * `--check` writes nothing and ends with 1 when a generated file is not what its schema gives.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { compileFromFile } from 'json-schema-to-typescript';

const folder = import.meta.dirname;
const ending = '.schema.json';

async function generateAll(): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).sort();
  const texts = new Map<string, string>();
  for (const file of files) texts.set(`${file.slice(0, -ending.length)}.ts`, await generate(file));
  return texts;
}

async function generate(file: string): Promise<string> {
  const text = await compileFromFile(join(folder, file), {
    cwd: folder,
    bannerComment: `// Made from ${file} by \`npm run generate\`. Change the schema, not this file.`,
    style: { singleQuote: true, printWidth: 120 },
    unknownAny: true,
    ignoreMinAndMaxItems: true,
  });
  return text;
}

async function readGenerated(): Promise<Map<string, string>> {
  const target = join(folder, 'generated');
  await mkdir(target, { recursive: true });
  const texts = new Map<string, string>();
  for (const file of await readdir(target)) texts.set(file, await readFile(join(target, file), 'utf8'));
  return texts;
}

const made = await generateAll();
const found = await readGenerated();
const stale = [...new Set([...made.keys(), ...found.keys()])].filter((name) => made.get(name) !== found.get(name));

if (argv.includes('--check')) {
  for (const name of stale) stderr.write(`schemas/generated/${name} is stale: run npm run generate\n`);
  exit(stale.length === 0 ? 0 : 1);
}
for (const name of stale) {
  const text = made.get(name);
  const path = join(folder, 'generated', name);
  await (text === undefined ? rm(path) : writeFile(path, text));
  stdout.write(`${text === undefined ? 'removed' : 'wrote'} schemas/generated/${name}\n`);
}
