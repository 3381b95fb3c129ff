import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { composeWorkflowSchema, workflowKinds } from './kinds/index.ts';
import type { SchemaNode, Schemas } from './generate-types.ts';
import { tagUnions } from './tagged-unions.ts';
import { checkOptions } from './validate.ts';

/** The files of a connector, by kind, and the schemas that they name. */
const files = ['connector', 'action', 'webhook', 'fixture'] as const;
const references = ['request'];

/** Keywords that do not decide whether a value is valid. */
const wordKeywords = new Set([
  ...['$schema', 'title', 'description', 'examples', 'antiExamples'],
  ...['expected', 'tsType', 'tagValues', 'default'],
]);
/** Keywords whose value maps names to schemas. */
const nameKeywords = new Set(['properties', '$defs', 'patternProperties', 'dependentSchemas']);

/**
 * Generates functions that only say whether a value fits the schema of a connector's file. They stop at the first
 * mistake and do not describe it: that keeps the file small, and the sentences have one source, `createSchemaCheck`.
 */
export function generateQuickChecks(schemas: Schemas): string {
  const ajv = new Ajv2020({
    ...checkOptions,
    allErrors: false,
    verbose: false,
    messages: false,
    inlineRefs: false,
    code: { source: true, esm: true, optimize: true },
  });
  const named = [...references, ...files].map((name) => schemas.get(`${name}.schema.json`)!);
  for (const schema of [...named, composeWorkflowSchema(workflowKinds) as SchemaNode])
    ajv.addSchema(withoutWords(tagUnions(schema)) as SchemaNode);
  const names = [...files, 'workflow'];
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, `${name}.schema.json`])));
  return [
    '// @ts-nocheck',
    '/* Generated from the schemas by `npm run generate`: do not edit. */',
    ...asModule(withoutMistakes(code)),
    '/** Whether a value fits the schema of its kind of file. */',
    `export const quickChecks: Record<${names.map((name) => `'${name}'`).join(' | ')}, (value: unknown) => boolean> = { ${names.join(', ')} };`,
    '',
  ].join('\n');
}

function withoutWords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutWords);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => !wordKeywords.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, nameKeywords.has(key) ? withoutWordsInside(value as object) : partOf(key, value)]),
  );
}

function withoutWordsInside(map: object): object {
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, withoutWords(schema)]));
}

function partOf(key: string, value: unknown): unknown {
  return key === 'const' || key === 'enum' ? value : withoutWords(value);
}

/** Replaces the descriptions of mistakes and of their places, which are most of the code. */
function withoutMistakes(code: string): string {
  return code
    .replaceAll(/errors = \[\{instancePath\b.*?\}\];return false;/gs, 'errors = mistakes;return false;')
    .replaceAll(/, \{instancePath:.*?,dynamicAnchors\}\)/gs, ')')
    .replaceAll(/const (err\d+) = \{instancePath\b.*?\};if\(vErrors/gs, 'const $1 = mistakes[0];if(vErrors');
}

/** Only a list of allowed values is read from a schema when it runs. */
function withoutUnusedSchemas(code: string): string {
  return code.replaceAll(/const (schema\d+) = .*?\};(?=const |function )/gs, (statement, name: string) =>
    code.split(new RegExp(`\\b${name}\\b`)).length > 2 ? statement : '',
  );
}

/** Our modules have `import`, and ajv's own functions are CommonJS. One statement a line keeps changes readable. */
function asModule(code: string): string[] {
  const imports: string[] = [];
  const body = withoutUnusedSchemas(code)
    .replace('"use strict";', '')
    .replaceAll(/export (default|const) .*?;/g, (exported) =>
      exported.startsWith('export default') ? '' : exported.slice('export '.length),
    )
    .replaceAll(/require\("(ajv\/dist\/runtime\/(\w+))"\)/g, (_, path: string, name: string) => {
      imports.push(`import ${name} from '${path}.js';`);
      return name;
    });
  if (body.includes('require(')) throw new Error('The generated checks need a module that asModule does not import.');
  return [
    ...imports,
    'const mistakes = [{}];',
    ...body.split(/(?=const schema\d+ = |const func\d+ = |const pattern\d+ = |function validate\d+\()/),
  ];
}
