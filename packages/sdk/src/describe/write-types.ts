import {
  Problem,
  type ConnectorAction,
  type ConnectorPackage,
  type Fixture,
  type ValueSchema,
} from '@tallyhook/schemas';
import { playDelivery } from '../fixtures/play-fixture.ts';
import { inferType } from './infer-type.ts';
import { outputType, sampleOutputs } from './output-type.ts';
import { propertyKey } from './property-key.ts';

/**
 * Writes TypeScript declarations for a connector: the input and output of each action and the events of each webhook.
 * Payloads and answers of the service are not declared, so their types are inferred from the fixtures, and `unknown`
 * without any. The same package and fixtures give the same text.
 */
export function writeTypes(released: ConnectorPackage, fixtures: readonly Fixture[] = []): string {
  const { connector, actions, webhooks } = released;
  const { id, name, version } = connector;
  const prefix = typeName(id);
  const typeNames = uniqueTypeNames(Object.keys(actions));
  const parts = Object.entries(actions).flatMap(([action, declared]) => [
    ...comment(`${declared.label}: input of the action \`${action}\`.`, ''),
    `export type ${typeNames.get(action)}Input = ${inputOf(declared)};\n`,
    ...outputLines({ action, typeName: typeNames.get(action)!, declared }, sampleOutputs(action, fixtures)),
  ]);
  return [
    `// Made from ${id} ${version} by \`tallyhook types\`. Change the connector, not this file.`,
    '',
    ...parts,
    ...comment(`The actions of ${name}, by name.`, ''),
    `export interface ${prefix}Actions {`,
    ...Object.keys(actions).map(
      (action) =>
        `  ${propertyKey(action)}: { input: ${typeNames.get(action)}Input; output: ${typeNames.get(action)}Output };`,
    ),
    '}',
    '',
    ...comment(`The events of ${name}, by webhook.`, ''),
    `export interface ${prefix}Events {`,
    ...Object.entries(webhooks).flatMap(([webhook, { label }]) => [
      ...comment(label, '  '),
      `  ${propertyKey(webhook)}: {`,
      ...eventLines(samplePayloads(released, webhook, fixtures)),
      '  };',
    ]),
    '}',
    '',
  ].join('\n');
}

function outputLines(
  { action, typeName, declared }: { action: string; typeName: string; declared: ConnectorAction },
  samples: readonly unknown[],
): string[] {
  const known = samples.length === 0 ? '' : ` ${inferredFrom(samples)}: other responses may contain other values.`;
  return [
    ...comment(`${declared.label}: output of the action \`${action}\`.${known}`, ''),
    `export type ${typeName}Output = ${outputType(declared, samples)};\n`,
  ];
}

function inferredFrom({ length }: readonly unknown[]): string {
  return `Inferred from ${length} ${length === 1 ? 'example' : 'examples'} in the fixtures`;
}

function eventLines(payloads: readonly unknown[]): string[] {
  const inferred = `${inferredFrom(payloads)}: other events may lack these keys or have more.`;
  const known = payloads.length === 0 ? 'No fixture contains an event of this webhook.' : inferred;
  return [
    '    event: string;',
    '    deliveryId: string | null;',
    '    externalId: string | null;',
    ...comment(known, '    '),
    `    payload: ${inferType(payloads, '    ')};`,
  ];
}

/**
 * Maps action names to type names. Two actions may give the same type name, as `ab1` and `ab-1` do; the later one then
 * gets a number after a character that no action name contains.
 */
function uniqueTypeNames(actions: readonly string[]): Map<string, string> {
  const taken = new Map<string, number>();
  return new Map(
    actions.map((action) => {
      const name = typeName(action);
      const times = (taken.get(name) ?? 0) + 1;
      taken.set(name, times);
      return [action, times === 1 ? name : `${name}_${times}`];
    }),
  );
}

/** `create-contact` → `CreateContact` */
function typeName(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
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
      `${inner}${propertyKey(name)}${mark}: ${typeOf(child, inner)};`,
    ];
  });
  return lines.length === 0 ? 'Record<string, unknown>' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** The input type of an action. Without inputs, it refuses every key. */
function inputOf({ input }: ConnectorAction): string {
  return Object.keys(input.properties).length === 0 ? 'Record<string, never>' : typeOf(input, '');
}

/** The payloads of a webhook's events in its fixtures. A refused delivery has none. */
function samplePayloads(released: ConnectorPackage, webhook: string, fixtures: readonly Fixture[]): unknown[] {
  return fixtures.flatMap((fixture) => {
    if (fixture.kind !== 'webhook' || fixture.webhook !== webhook) return [];
    const read = playDelivery(released, fixture);
    return read instanceof Problem || read.kind !== 'events' ? [] : read.events.map(({ payload }) => payload);
  });
}
