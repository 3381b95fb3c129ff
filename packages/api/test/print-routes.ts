/**
 * Writes `schemas/generated/api/routes.ts`: the input and output of each route, for the pages, the client and the
 * command line. `--check` writes nothing and exits with 1 if the file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv, exit, stderr } from 'node:process';
import { format, resolveConfig } from 'prettier';
import type { Parameter } from '../src/parameters.ts';
import type { Route } from '../src/route.ts';
import { routes } from '../src/routes/index.ts';

const path = join(import.meta.dirname, '../../../schemas/generated/api/routes.ts');

function print(): string {
  const named = routes.filter(({ method }) => method !== 'query' && method !== 'options');
  const lines = named.map((route) => `  '${route.method.toUpperCase()} ${route.path}': ${typeOf(route)};`);
  const names = named.flatMap((route) => [...answersOf(route).map(typeNameOf), route.lines, bodyNameOf(route.body)]);
  return `// Made from the routes of packages/api by \`npm run generate\`.
import type { ${[...new Set(names.filter((name) => name !== undefined))].sort().join(', ')} } from './index.ts';

/** The input and output of each route. */
export interface Routes {
${lines.join('\n')}
}
`;
}

function typeOf(route: Route): string {
  const { parameters = {}, body, lines } = route;
  const query = parameters === 'any' ? {} : parameters;
  const entries = Object.entries(query).map(
    ([name, parameter]) => `${name}${'required' in parameter && parameter.required ? '' : '?'}: ${valueOf(parameter)}`,
  );
  return `{ query: { ${entries.join('; ')} }; body: ${bodyNameOf(body) ?? 'undefined'}; answer: ${answersOf(route).map(String).join(' | ')}${lines === undefined ? '' : `; line: ${lines}`} }`;
}

function valueOf(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'flag':
      return 'boolean';
    case 'integer':
      return 'number';
    case 'choice':
      return parameter.values.map((value) => `'${value}'`).join(' | ');
    case 'list':
      return 'readonly string[]';
    default:
      return 'string';
  }
}

/** The types of all successful answers; `undefined` for an empty one. */
function answersOf({ answer, also = {} }: Route): (string | undefined)[] {
  const others = Object.entries(also).filter(([status]) => status.startsWith('2'));
  return [...new Set([answer, ...others.map(([, other]) => (other.isEmpty ? undefined : (other.answer ?? answer)))])];
}

const typeNameOf = (answer: string | undefined) => answer?.replace(/\[\]$/, '');

function bodyNameOf(body: Route['body']): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  return 'json' in body ? body.json : undefined;
}

const text = await format(print(), { ...(await resolveConfig(path)), filepath: path });
if (argv.includes('--check')) {
  if ((await readFile(path, 'utf8').catch(() => '')) === text) exit(0);
  stderr.write('schemas/generated/api/routes.ts is stale: run npm run generate\n');
  exit(1);
}
await writeFile(path, text);
