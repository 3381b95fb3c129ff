import type { ValueSchema } from '@tallyhook/schemas';
import type { Parameter } from './model.ts';
import type { OperationContext } from './operation-context.ts';
import {
  isScalar,
  jsonAsText,
  listAsText,
  listSeparators,
  onlyValue,
  oneText,
  slotOf,
  withDescription,
} from './slots.ts';
import { toValueSchema } from './value-schema.ts';

/** The parts of a request that parameters fill. */
export interface ParameterParts {
  /** By the name in braces. */
  path: Map<string, string>;
  query: Record<string, string | number | boolean>;
  headers: Record<string, string | number | boolean>;
  idempotencyHeader?: string;
}

/** Declares inputs for an operation's parameters and writes where their values go. */
export function writeParameters(context: OperationContext, parameters: readonly Parameter[]): ParameterParts {
  const parts: ParameterParts = { path: new Map(), query: named(), headers: named() };
  for (const parameter of parameters) {
    noteSpelling(context, parameter);
    if (parameter.in === 'path') writePath(context, parts, parameter);
    else if (parameter.in === 'query') writeQuery(context, parts, parameter);
    else if (parameter.in === 'header') writeHeader(context, parts, parameter);
    else omit(context, parameter, `parameters in "${parameter.in}" are not supported`);
  }
  return parts;
}

/** Notes spelling rules of the document that templates cannot express. */
function noteSpelling({ loosen }: OperationContext, { pointer, allowsReserved, isJson }: Parameter): void {
  if (allowsReserved) loosen(pointer, 'characters such as / and ? are sent as %2F and %3F');
  if (isJson) loosen(pointer, 'the value is entered as JSON text');
}

/** A map for foreign names, including ones such as `__proto__`. */
function named(): Record<string, string | number | boolean> {
  return Object.create(null) as Record<string, string | number | boolean>;
}

/** Leaves out a parameter; if it is required, the whole operation. */
function omit(context: OperationContext, { pointer, name, required }: Parameter, reason: string): void {
  if (required) context.refuse(pointer, `it requires the parameter "${name}": ${reason}`);
  else context.leaveOut(pointer, `the parameter "${name}"`, reason);
}

/** For a value sent as JSON text, the schema of that text. */
function schemaOf(context: OperationContext, { schema, isJson }: Parameter): ValueSchema {
  const written = toValueSchema(context, schema);
  return isJson ? withDescription(jsonAsText, written.description) : written;
}

function writePath(context: OperationContext, parts: ParameterParts, parameter: Parameter): void {
  const { name, pointer, style } = parameter;
  if (style !== 'simple') {
    return context.refuse(pointer, `it requires the parameter "${name}": the style "${style}" is not supported`);
  }
  const schema = schemaOf(context, parameter);
  const only = onlyValue(schema, true);
  const asText = isScalar(schema) ? schema : textOfList(context, parameter, schema);
  const slot = (): string => `{{${addInput(context, { ...parameter, required: true }, asText)}|url}}`;
  parts.path.set(name, only === undefined ? slot() : encodeURIComponent(only));
}

function textOfList(
  context: OperationContext,
  { pointer }: Parameter,
  schema: ValueSchema,
  separator = ',',
): ValueSchema {
  context.loosen(pointer, oneText(separator));
  return withDescription(listAsText(separator), schema.description);
}

function addInput({ inputs }: OperationContext, parameter: Parameter, schema: ValueSchema): string {
  const { name, required, description } = parameter;
  // A parameter's own description says more than that of its type.
  const written = description === undefined || schema.type === undefined ? schema : merge(schema, description);
  return inputs.add(name, written, { required, description });
}

function merge(schema: ValueSchema, description: string): ValueSchema {
  const own = schema.description;
  return { ...schema, description: own === undefined || own === description ? description : `${description} ${own}` };
}

function writeQuery(context: OperationContext, parts: ParameterParts, parameter: Parameter): void {
  const { name, required, style, explode } = parameter;
  if (context.setBySignIn.has(`query ${name.toLowerCase()}`)) return;
  const schema = toValueSchema(context, parameter.schema);
  const put = (key: string, written: ValueSchema): void => {
    parts.query[key] = slotOf(addInput(context, parameter, written))!;
  };
  const only = onlyValue(schema, required);
  if (parameter.isJson) return put(name, withDescription(jsonAsText, schema.description));
  if (only !== undefined) return void (parts.query[name] = only);
  if (isScalar(schema)) return put(name, schema);
  if (schema.type === 'object') return writeQueryObject(context, parts, parameter, schema);
  if (schema.items !== undefined && !isScalar(schema.items))
    return omit(context, parameter, 'lists of lists or objects are not supported');
  const separator = listSeparators.get(style) ?? ',';
  if (style === 'deepObject') return put(`${name}[]`, schema);
  if (explode) return put(name, schema);
  put(name, textOfList(context, parameter, schema, separator));
}

function writeQueryObject(
  context: OperationContext,
  parts: ParameterParts,
  parameter: Parameter,
  schema: ValueSchema,
): void {
  const { name, style, explode } = parameter;
  const keyOf = style === 'deepObject' ? (property: string) => `${name}[${property}]` : (property: string) => property;
  if (style !== 'deepObject' && !(style === 'form' && explode)) {
    return omit(context, parameter, `objects in the style "${style}" are not supported`);
  }
  const properties = Object.entries(schema.properties ?? {});
  const scalars = properties.filter(([property, child]) => isScalar(child) && slotOf('x', property) !== undefined);
  if (scalars.length === 0) return omit(context, parameter, 'the document does not name its keys');
  const input = addInput(context, parameter, schema);
  for (const [property] of scalars) parts.query[keyOf(property)] = slotOf(input, property)!;
  if (scalars.length < properties.length) {
    const others = properties.filter((entry) => !scalars.includes(entry)).map(([property]) => property);
    context.leaveOut(
      parameter.pointer,
      `${others.join(', ')} in "${name}"`,
      'lists and objects inside a parameter are not supported',
    );
  }
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const setElsewhere = ['host', 'content-length', 'transfer-encoding', 'connection'];

function writeHeader(context: OperationContext, parts: ParameterParts, parameter: Parameter): void {
  const { name, required } = parameter;
  const lower = name.toLowerCase();
  if (context.setBySignIn.has(`header ${lower}`)) return;
  if (['accept', 'content-type', 'authorization'].includes(lower)) {
    const reason = 'OpenAPI ignores parameters for this header';
    return context.leaveOut(parameter.pointer, `the parameter "${name}"`, reason);
  }
  if (setElsewhere.includes(lower)) return omit(context, parameter, 'this header is set automatically');
  if (!headerName.test(name)) return omit(context, parameter, 'this is not a valid header name');
  if (/^(x-)?idempotency-key$/.test(lower)) return void (parts.idempotencyHeader = name);
  const schema = schemaOf(context, parameter);
  const only = onlyValue(schema, required);
  const asText = isScalar(schema) ? schema : textOfList(context, parameter, schema);
  parts.headers[name] = only ?? slotOf(addInput(context, parameter, asText))!;
}
