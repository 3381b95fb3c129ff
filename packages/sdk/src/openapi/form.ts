import type { BodyPart, ValueSchema } from '@tallyhook/schemas';
import type { BodyParts } from './body.ts';
import type { Content, Encoding, FormField } from './model.ts';
import type { OperationContext } from './operation-context.ts';
import { isMapping } from './place.ts';
import { readObject } from './read-object.ts';
import {
  isFile,
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

/** The fields of a form: the properties of its schema. */
function fieldsOf({ reader }: OperationContext, content: Content): FormField[] {
  const { properties, required } = readObject(reader, content.schema);
  return [...properties].map(([name, schema]) => ({ name, schema, required: required.includes(name) }));
}

type Scalar = string | number | boolean;

/** Writes a form for application/x-www-form-urlencoded. */
export function writeForm(context: OperationContext, content: Content): Record<string, Scalar> {
  const written = fieldsOf(context, content).flatMap((field) => Object.entries(writeField(context, content, field)));
  return Object.fromEntries(written);
}

function writeField(context: OperationContext, content: Content, field: FormField): Record<string, Scalar> {
  const { name, required } = field;
  const schema = toValueSchema(context, field.schema);
  const only = onlyValue(schema, required);
  if (only !== undefined) return { [name]: only };
  const add = (written: ValueSchema): string => context.inputs.add(name, written, { required });
  const encoding = content.encodingOf(name);
  const isDeep = encoding.style === 'deepObject';
  if (isScalar(schema)) return { [name]: slotOf(add(schema))! };
  if (schema.type === 'array' && (schema.items === undefined || isScalar(schema.items))) {
    const separator = isDeep ? undefined : separatorOf(encoding);
    if (separator !== undefined) {
      context.loosen(field.schema.pointer, oneText(separator));
      return { [name]: slotOf(add(joined(schema, separator)))! };
    }
    return { [isDeep ? `${name}[]` : name]: slotOf(add(schema))! };
  }
  const properties = Object.entries(schema.properties ?? {});
  const isFlat = properties.length > 0 && properties.every(([key, child]) => isScalar(child) && slotOf('x', key));
  if (isDeep && isFlat) {
    const input = add(schema);
    return Object.fromEntries(properties.map(([key]) => [`${name}[${key}]`, slotOf(input, key)!]));
  }
  if (isDeep) {
    const reason = 'nested form keys must be named in the document, and lists of objects are not supported';
    if (required) context.refuse(field.schema.pointer, `it requires "${name}": ${reason}`);
    else context.leaveOut(field.schema.pointer, `the field "${name}"`, reason);
    return {};
  }
  return { [name]: slotOf(add(withDescription(jsonAsText, schema.description)))! };
}

/** Separator of a list sent as one text; undefined if entries are sent separately. */
function separatorOf({ style = 'form', explode }: Encoding): string | undefined {
  return explode ? undefined : listSeparators.get(style);
}

function joined(schema: ValueSchema, separator: string): ValueSchema {
  return withDescription(listAsText(separator), schema.description);
}

/** Writes a form for multipart/form-data, including its file. */
export function writeMultipart(context: OperationContext, content: Content): BodyParts {
  const fields = fieldsOf(context, content);
  if (fields.length === 0) {
    context.refuse(content.pointer, 'it requires a form, but the document does not name its fields');
    return {};
  }
  const files = fields.filter((field) => isFileField(context, content, field));
  const sent = files.find(({ required }) => required) ?? files[0];
  const parts: BodyPart[] = [];
  let upload: BodyParts['upload'];
  for (const field of fields) {
    const { headers } = content.encodingOf(field.name);
    if (isMapping(headers.value))
      context.leaveOut(
        headers.pointer,
        `the headers of the part "${field.name}"`,
        'a part cannot have its own headers',
      );
    if (field === sent) {
      upload = { file: addFile(context, field), send: 'form' };
      parts.push({ name: field.name, file: true, ...typeOf(content, field.name) });
    } else if (files.includes(field)) omitFile(context, field, sent!.name);
    else parts.push(writePart(context, content, field));
  }
  return { body: { multipart: parts }, ...(upload === undefined ? {} : { upload }) };
}

function isFileField({ reader }: OperationContext, { encodingOf }: Content, { name, schema }: FormField): boolean {
  if (isFile(reader, schema)) return true;
  // Since 3.1 any property with its own content type may be a file.
  const { type } = encodingOf(name);
  const isAny = typeof schema.value === 'object' && schema.value !== null && !('type' in schema.value);
  return isAny && type !== undefined && !/^text\/|[/+]json\b/.test(type);
}

/** The content type of a part, if the document allows only one. */
function typeOf({ encodingOf }: Content, name: string): { type?: string } {
  const { type } = encodingOf(name);
  return type !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? { type } : {};
}

function addFile(context: OperationContext, { name, required, schema }: FormField): string {
  if (!required) context.loosen(schema.pointer, 'the action always sends the file');
  const value = schema.value as Record<string, unknown>;
  if (value['type'] === 'array')
    context.leaveOut(schema.pointer, `more than one file in "${name}"`, 'only one is sent');
  return context.inputs.addFile(name, typeof value['description'] === 'string' ? value['description'] : undefined);
}

function omitFile(context: OperationContext, { name, required, schema }: FormField, sent: string): void {
  const reason = `an action sends one file, here "${sent}"`;
  if (required) context.refuse(schema.pointer, `it also requires the file "${name}": ${reason}`);
  else context.leaveOut(schema.pointer, `the file "${name}"`, reason);
}

function writePart(context: OperationContext, content: Content, { name, required, schema }: FormField): BodyPart {
  const written = toValueSchema(context, schema);
  const only = onlyValue(written, required);
  if (only !== undefined) return { name, value: only };
  const add = (shape: ValueSchema): string => slotOf(context.inputs.add(name, shape, { required }))!;
  const encoding = content.encodingOf(name);
  const separator = separatorOf(encoding);
  const isJson = /[/+]json\b/.test(encoding.type ?? '');
  const typed = typeOf(content, name);
  // JSON quotes strings; other single values are the same in JSON.
  if (isScalar(written) && !(isJson && written.type === 'string')) return { name, value: add(written), ...typed };
  if (written.type === 'array' && separator !== undefined) return { name, value: add(joined(written, separator)) };
  // Each entry of a list is a separate part, unless the document gives the whole list a type.
  if (written.type === 'array' && !isJson) {
    const each = context.inputs.add(name, written, { required });
    if (isScalar(written.items ?? {})) return { name, value: '{{field}}', each, ...typed };
    return { name, value: '{{field|json}}', each, type: 'application/json' };
  }
  // |json writes null for an absent value, but the part has to be omitted.
  if (required) {
    const input = context.inputs.add(name, written, { required });
    return { name, value: `{{${input}|json}}`, type: 'application/json' };
  }
  context.loosen(schema.pointer, 'sent as JSON text, in a part without a content type');
  return { name, value: add(withDescription(jsonAsText, written.description)) };
}
