import { fieldsOf, isCycle, operandShapeOf, rulesOf, type OperandShape } from '@tallyhook/query';
import type { Field, RecordType } from '@tallyhook/schemas';
import { alike, askedFields, type AskedField } from './describe-questions.ts';

/**
 * Generates TypeScript declarations of a branch's record types for the `RecordTypes` of @tallyhook/client: the fields
 * of records, and what questions may ask of each field.
 */
export function typeDeclarations(types: readonly RecordType[]): string {
  return [
    '// The record types of a workspace, made by GET /api/types.d.ts.',
    "import '@tallyhook/client';",
    '',
    "declare module '@tallyhook/client' {",
    '  interface RecordTypes {',
    ...types.flatMap((type) => declarationOf(type, types)).map((line) => `    ${line}`),
    '  }',
    '}',
    '',
  ].join('\n');
}

function declarationOf(type: RecordType, types: readonly RecordType[]): string[] {
  const fields = askedFields(type, types);
  return [
    `${quoted(type.name)}: {`,
    '  fields: {',
    ...type.fields.map((field) => `    ${quoted(field.name)}: ${storedOf(field)};`),
    '  };',
    '  condition:',
    ...alternatives(conditionsOf(fields)),
    '  group:',
    ...alternatives(groupsOf(fields)),
    '  measure:',
    ...alternatives(measuresOf(type)),
    '  values: {',
    ...fields
      .filter(({ field }) => rulesOf(field).groupable)
      .map(({ path, field }) => `    ${quoted(path)}: ${valueOf(field)};`),
    '  };',
    '};',
  ];
}

const alternatives = (list: readonly string[]): string[] =>
  list.map((one, index) => `    | ${one}${index === list.length - 1 ? ';' : ''}`);

function conditionsOf(fields: readonly AskedField[]): string[] {
  return alike(fields).flatMap(({ field, paths }) => {
    const shapes = Map.groupBy(rulesOf(field).operators, (operator) => operandShapeOf(operator, field));
    return [...shapes].map(
      ([shape, operators]) => `{ field: ${union(paths)}; op: ${union(operators)}${operandOf(shape, field)} }`,
    );
  });
}

function operandOf(shape: OperandShape, field: Field): string {
  const one = valueOf(field);
  const { units } = rulesOf(field);
  const [periods, cycles] = [units.filter((unit) => !isCycle(unit)), units.filter(isCycle)];
  const operands: Record<OperandShape, string> = {
    none: '',
    one: `; value: ${one}`,
    list: `; value: readonly (${one})[]`,
    listOrNone: `; value?: readonly (${one})[]`,
    pair: `; value: readonly [${one}, ${one}]`,
    range: `; value: string | { unit: ${union(periods)}; at: string } | { unit: ${union(cycles)}; at: number }`,
  };
  return operands[shape];
}

function groupsOf(fields: readonly AskedField[]): string[] {
  const shared = 'as?: string; top?: number; other?: boolean';
  return alike(fields)
    .filter(({ field }) => rulesOf(field).groupable)
    .map(({ field, paths }) => {
      const { units } = rulesOf(field);
      const period = units.length === 0 ? 'unit?: never; fill?: never' : `unit?: ${union(units)}; fill?: boolean`;
      return `{ field: ${union(paths)}; ${period}; ${shared} }`;
    });
}

function measuresOf(type: RecordType): string[] {
  const byFunction = Map.groupBy(
    fieldsOf(type).flatMap(({ name, ...field }) => rulesOf(field).functions.map((fn) => ({ fn, name }))),
    ({ fn }) => fn,
  );
  const ofFields = [...byFunction].map(
    ([fn, those]) => `{ fn: ${quoted(fn)}; field: ${union(those.map(({ name }) => name))}; as?: string }`,
  );
  return ["{ fn: 'count'; field?: undefined; as?: string }", ...ofFields];
}

function storedOf(field: Field): string {
  return field.many ? `(${valueOf(field)})[]` : valueOf(field);
}

function valueOf({ kind, options }: Field): string {
  if (kind === 'number') return 'number';
  if (kind === 'yesNo') return 'boolean';
  return kind === 'choice' && options ? union(options.map(({ value }) => value)) : 'string';
}

const union = (values: readonly string[]): string => values.map(quoted).join(' | ') || 'never';

const quoted = (text: string): string => JSON.stringify(text);
