import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

/** A node of a schema file. */
export interface SchemaNode {
  title?: string;
  description?: string;
  $ref?: string;
  $defs?: Record<string, SchemaNode>;
  tsType?: string;
  [keyword: string]: unknown;
}

/** Schemas by file, such as `question.schema.json` or `api/reports.schema.json`; the file name is also the `$id`. */
export type Schemas = ReadonlyMap<string, SchemaNode>;

const ending = '.schema.json';

export async function readSchemas(folder: string): Promise<Schemas> {
  const files = await readdir(folder, { recursive: true });
  const schemas = new Map<string, SchemaNode>();
  for (const file of files.filter((name) => name.endsWith(ending)).sort())
    schemas.set(file, JSON.parse(await readFile(join(folder, file), 'utf8')) as SchemaNode);
  return schemas;
}

/**
 * Generates the types of every file, by output name. Each definition becomes one type, and references to it use that
 * type, imported if it is in another file.
 */
export async function generateTypes(schemas: Schemas): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [file, schema] of schemas) texts.set(generatedOf(file), await generateFile(schemas, file, schema));
  refuseTwice(texts);
  return texts;
}

export const generatedOf = (file: string): string => `${file.slice(0, -ending.length)}.ts`;

/** Whether a file has a type of its own, in addition to its definitions. */
export const hasRoot = (schema: SchemaNode): boolean => schema.title !== undefined;

/** The type name of a definition. */
export const nameOfDefinition = (key: string, { title }: SchemaNode): string =>
  title ?? key.charAt(0).toUpperCase() + key.slice(1);

async function generateFile(schemas: Schemas, file: string, schema: SchemaNode): Promise<string> {
  const imports = new Map<string, Set<string>>();
  const place: Place = { schemas, home: file, file, imports };
  const { $defs = {}, ...root } = schema;
  const definitions = Object.entries($defs).map(([key, definition]) => [
    key,
    withTypes({ ...definition, title: nameOfDefinition(key, definition) }, place),
  ]);
  const rootTypes = hasRoot(schema) ? await typesOf(withTypes({ ...root, $id: undefined }, place) as object) : '';
  const others = await typesOf({ title: unwanted, $defs: Object.fromEntries(definitions) as object });
  return `${bannerOf(file)}\n${importsOf(file, imports)}${rootTypes}${others}`;
}

async function typesOf(schema: JSONSchema): Promise<string> {
  const text = await compile(schema, unwanted, {
    bannerComment: '',
    style: { singleQuote: true, printWidth: 120 },
    unknownAny: true,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  });
  return text
    .replace(new RegExp(`export interface ${unwanted} \\{[^}]*\\}\\n`), '')
    .replaceAll(
      /(?:\/\*\*\n| \*\n) \* This interface was referenced by `[^`]*`'s JSON-Schema\n \* via the `[^`]*` "[^"]*"\.\n/g,
      (found) => (found.startsWith('/**') ? '/**\n' : ''),
    )
    .replaceAll('/**\n */\n', '')
    .trimStart();
}

const unwanted = 'DefinitionsOnly';

const bannerOf = (file: string) => `// Made from ${file} by \`npm run generate\`. Change the schema, not this file.\n`;

function importsOf(file: string, imports: ReadonlyMap<string, ReadonlySet<string>>): string {
  const lines = [...imports].sort().map(([from, names]) => {
    const path = relative(dirname(file), generatedOf(from));
    return `import type { ${[...names].sort().join(', ')} } from '${path.startsWith('.') ? path : `./${path}`}';\n`;
  });
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

interface Place {
  schemas: Schemas;
  /** The file whose types are generated. */
  home: string;
  /** The file that references are relative to. */
  file: string;
  /** The names to import from other files. */
  imports: Map<string, Set<string>>;
}

/** Replaces references in a node by the types they name. */
function withTypes(node: unknown, place: Place): unknown {
  if (Array.isArray(node)) return node.map((one) => withTypes(one, place));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, tsType, ...rest } = node as SchemaNode;
  if (typeof tsType === 'string') return { tsType, description: rest.description, title: rest.title };
  const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withTypes(value, place)]));
  // A property may be called $ref.
  if (typeof $ref !== 'string') return $ref === undefined ? converted : { ...converted, $ref: withTypes($ref, place) };
  return { ...withReference($ref, place), ...converted };
}

function withReference($ref: string, place: Place): SchemaNode {
  const [named = '', pointer = ''] = $ref.split('#');
  const file = named === '' ? place.file : join(dirname(place.file), named);
  const schema = place.schemas.get(file);
  if (schema === undefined) throw new Error(`${place.file} names "${file}", which does not exist.`);
  const keys = pointer.split('/').slice(1);
  const target = keys.reduce<SchemaNode | undefined>((node, key) => node?.[key] as SchemaNode | undefined, schema);
  if (target === undefined) throw new Error(`${place.file} names "${$ref}", which does not exist.`);
  const isDefinition = keys.length === 0 || (keys.length === 2 && keys[0] === '$defs');
  // A part inside a definition has no type name, so write it out.
  if (!isDefinition) return withTypes(target, { ...place, file }) as SchemaNode;
  const name = nameOfDefinition(keys[1] ?? '', target);
  if (file !== place.home) place.imports.set(file, (place.imports.get(file) ?? new Set()).add(name));
  return { tsType: name };
}

function refuseTwice(texts: ReadonlyMap<string, string>): void {
  const files = new Map<string, string>();
  for (const [file, text] of texts)
    for (const [, name] of text.matchAll(/^export (?:type|interface) (\w+)/gm)) {
      if (files.has(name!)) throw new Error(`Both ${files.get(name!)} and ${file} define the type ${name}.`);
      files.set(name!, file);
    }
}
