import type { ConnectorAction, ConnectorPackage, ValueSchema } from '@tallyhook/schemas';

/**
 * Writes the types of a connector as TypeScript declarations: the input and output of each action, and the events of
 * each webhook. The same package gives the same text.
 */
export function writeTypes({ connector, actions, webhooks }: ConnectorPackage): string {
  const { id, name, version } = connector;
  const prefix = typeName(id);
  const parts = Object.entries(actions).flatMap(([action, declared]) => [
    ...comment(`${declared.label}: what the action \`${action}\` takes.`, ''),
    `export interface ${typeName(action)}Input ${typeOf(declared.input, '')}\n`,
    ...comment(`${declared.label}: what the action \`${action}\` gives.`, ''),
    `export type ${typeName(action)}Output = ${outputOf(declared)};\n`,
  ]);
  return [
    `// Made from ${id} ${version} by \`tallyhook types\`. Change the connector, not this file.`,
    '',
    ...parts,
    ...comment(`The actions of ${name} by name.`, ''),
    `export interface ${prefix}Actions {`,
    ...Object.keys(actions).map(
      (action) => `  ${key(action)}: { input: ${typeName(action)}Input; output: ${typeName(action)}Output };`,
    ),
    '}',
    '',
    ...comment(`An event of ${name}, by the webhook that brings it.`, ''),
    `export interface ${prefix}Events {`,
    ...Object.entries(webhooks).flatMap(([webhook, { label }]) => [
      ...comment(label, '  '),
      `  ${key(webhook)}: {`,
      ...eventLines,
      '  };',
    ]),
    '}',
    '',
  ].join('\n');
}

const eventLines = [
  'event: string;',
  'deliveryId: string | null;',
  'externalId: string | null;',
  'payload: unknown;',
].map((line) => `    ${line}`);

/** `create-contact` → `CreateContact` */
function typeName(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

function comment(text: string | undefined, indent: string): string[] {
  const words = text?.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim();
  return words === undefined || words === '' ? [] : [`${indent}/** ${words} */`];
}

const plain = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean' } as const;

function typeOf(schema: ValueSchema, indent: string): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === undefined) return 'unknown';
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {}, indent)})[]`;
  if (schema.type !== 'object') return plain[schema.type];
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const mark = schema.required?.includes(name) === true ? '' : '?';
    return [
      ...comment(child.description ?? child.title, inner),
      `${inner}${key(name)}${mark}: ${typeOf(child, inner)};`,
    ];
  });
  return lines.length === 0 ? 'Record<string, unknown>' : `{\n${lines.join('\n')}\n${indent}}`;
}

function outputOf({ request, upload, pagination }: ConnectorAction): string {
  if (pagination !== undefined) return 'unknown';
  const last =
    upload?.output ??
    (upload === undefined || upload.to === undefined ? 'start' : upload.finish === undefined ? 'transfer' : 'finish');
  const output = last === 'start' ? request.output : upload?.[last]?.output;
  return structureOf(output, '');
}

/** What templates give: text where there is more than one slot, any value where a slot is the whole of it. */
function structureOf(value: unknown, indent: string): string {
  if (typeof value === 'string') return /^\{\{[^{}]*\}\}$/.test(value) ? 'unknown' : 'string';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value;
  if (value === undefined || value === null) return value === null ? 'null' : 'unknown';
  if (Array.isArray(value)) return 'unknown[]';
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(([name, child]) => `${inner}${key(name)}?: ${structureOf(child, inner)};`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}
