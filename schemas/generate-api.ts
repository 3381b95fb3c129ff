import { basename } from 'node:path';
import { generatedOf, hasRoot, nameOfDefinition, type Schemas } from './generate-types.ts';

/**
 * Generates the index of the HTTP API's types: every schema, and every type by name. Routes refer to bodies and answers
 * by these names.
 */
export function generateApiIndex(schemas: Schemas): string {
  const named = [...schemas].map(([file, schema]) => ({ file, ...namesOf(file, schema) }));
  const imports = named.map(({ file, constant }) => `import ${constant} from '../../${file}' with { type: 'json' };`);
  const types = named
    .filter(({ names }) => names.length > 0)
    .map(({ file, names }) => `import type { ${names.join(', ')} } from '${pathOf(file)}';`);
  const all = named.flatMap(({ file, names, isApi }) => names.map((name) => ({ name, file, isApi })));
  const pointers = all.map(({ name, file, isApi }) => `  ${name}: '${file}${isApi ? `#/$defs/${name}` : ''}',`);
  return [
    '// Made from the schemas by `npm run generate`.',
    ...imports,
    ...types,
    '',
    '/** Every schema, for those that refer to each other. */',
    `export const schemas = [${named.map(({ constant }) => constant).join(', ')}];`,
    '',
    '/** Where the schema of each type is. */',
    'export const schemaPlaces = {',
    ...pointers,
    '} as const;',
    '',
    '/** What goes over HTTP as JSON, by name. */',
    'export interface ApiTypes {',
    ...all.map(({ name }) => `  ${name}: ${name};`),
    '}',
    '',
    `export type { ${all.map(({ name }) => name).join(', ')} };`,
    '',
  ].join('\n');
}

function namesOf(file: string, schema: Schemas extends ReadonlyMap<string, infer Node> ? Node : never) {
  const isApi = file.startsWith('api/');
  const definitions = Object.entries(schema.$defs ?? {}).map(([key, node]) => nameOfDefinition(key, node));
  const names = isApi ? definitions : hasRoot(schema) ? [schema.title!] : [];
  const words = basename(file, '.schema.json').split('-');
  const constant = `${isApi ? 'api' : ''}${words.map((word, index) => (index === 0 && !isApi ? word : capital(word))).join('')}`;
  return { isApi, names, constant: constant === 'import' ? 'imports' : constant };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const pathOf = (file: string) =>
  file.startsWith('api/') ? `./${generatedOf(file).slice(4)}` : `../${generatedOf(file)}`;
