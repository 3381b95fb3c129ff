import type { ConnectorUpload, Request, RequestBody } from '@tallyhook/schemas';
import { writeForm, writeMultipart } from './form.ts';
import { maxInputs } from './inputs.ts';
import type { Body, Content } from './model.ts';
import type { OperationContext } from './operation-context.ts';
import { isMapping, type Place } from './place.ts';
import { readObject } from './read-object.ts';
import { onlyValue, slotOf } from './slots.ts';
import { toValueSchema, toValueSchemas } from './value-schema.ts';

/** The parts of a request that carry its body. */
export interface BodyParts {
  body?: RequestBody;
  headers?: Request['headers'];
  upload?: ConnectorUpload;
}

/** Declares inputs for an operation's body and writes how they are sent. */
export function writeBody(context: OperationContext, body: Body | undefined, method: string): BodyParts {
  if (body === undefined) return {};
  if (method === 'GET' || method === 'HEAD') {
    if (body.required) context.refuse(body.pointer, `it requires a body, but ${method} requests have none`);
    else context.leaveOut(body.pointer, 'the body', `${method} requests have none`);
    return {};
  }
  const content = chooseContent(body.contents);
  if (content === undefined) {
    if (body.required) context.refuse(body.pointer, 'it requires a body but does not name its content type');
    return {};
  }
  const isForm = ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(content.type);
  // A form sends only the fields that are given, possibly none.
  if (!body.required && !isForm) context.loosen(body.pointer, 'the action always sends a body');
  return writeContent(context, body, content);
}

const ranks: ((type: string) => boolean)[] = [
  (type) => type === 'application/json',
  isJson,
  (type) => type === '*/*',
  (type) => type === 'application/x-www-form-urlencoded',
  (type) => type === 'multipart/form-data',
  isText,
  () => true,
];

/** Of several content types, chooses the one that describes its parts best. */
function chooseContent(contents: readonly Content[]): Content | undefined {
  for (const fits of ranks) {
    const found = contents.find(({ type }) => fits(type));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isJson(type: string): boolean {
  return /[/+]json$/.test(type);
}

function isText(type: string): boolean {
  return type.startsWith('text/') || /[/+](xml|yaml|graphql|x-ndjson)$/.test(type);
}

function writeContent(context: OperationContext, body: Body, content: Content): BodyParts {
  const { type } = content;
  if (type === 'application/x-www-form-urlencoded') return { body: { form: writeForm(context, content) } };
  if (type === 'multipart/form-data') return writeMultipart(context, content);
  if (isJson(type) || type === '*/*') {
    const typed = type === 'application/json' || type === '*/*' ? {} : { headers: { 'Content-Type': type } };
    return { body: { json: writeJson(context, body, content) }, ...typed };
  }
  if (isText(type)) return writeTextBody(context, body, type);
  const file = context.inputs.addFile('file', body.description);
  const isNamed = type !== 'application/octet-stream' && !type.includes('*');
  return { upload: { file, send: 'body' }, ...(isNamed ? { headers: { 'Content-Type': type } } : {}) };
}

function writeTextBody({ inputs }: OperationContext, { description }: Body, type: string): BodyParts {
  const input = inputs.add('body', { type: 'string' }, { required: true, description });
  return {
    body: { text: slotOf(input)! },
    ...(type === 'text/plain' ? {} : { headers: { 'Content-Type': type } }),
  };
}

/** Properties of an object become separate inputs; any other value is one input. */
function writeJson(context: OperationContext, { description }: Body, { schema }: Content): unknown {
  const { properties, required, others } = readObject(context.reader, schema);
  const isOpen = isUnion(schema) || properties.size === 0 || [...properties.keys()].some((key) => key.includes('{{'));
  if (isOpen || properties.size + context.inputs.count() > maxInputs) {
    const whole = toValueSchema(context, schema);
    // Even a body without a schema must be given by someone.
    return slotOf(context.inputs.add('body', whole, { required: true, description }));
  }
  if (others !== undefined)
    context.leaveOut(others.pointer, 'additional keys of the body', 'only named keys become inputs');
  const schemas = toValueSchemas(context, [...properties.values()]);
  return Object.fromEntries(
    [...properties.keys()].map((name, index) => {
      const [schema, isRequired] = [schemas[index]!, required.includes(name)];
      return [
        name,
        onlyValue(schema, isRequired) ?? slotOf(context.inputs.add(name, schema, { required: isRequired })),
      ];
    }),
  );
}

function isUnion({ value }: Place): boolean {
  return isMapping(value) && ('oneOf' in value || 'anyOf' in value) && !('properties' in value);
}
