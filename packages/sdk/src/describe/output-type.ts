import type { ConnectorAction, Fixture, Request } from '@tallyhook/schemas';
import { isJsonObject } from '../json-object.ts';
import { outputOf } from '../upload/describe-upload.ts';
import { carrierOf } from '../upload/upload-values.ts';
import { inferType } from './infer-type.ts';
import { propertyKey } from './property-key.ts';

/** The outputs of an action in its fixtures. Fixtures that expect an error have none. */
export function sampleOutputs(action: string, fixtures: readonly Fixture[]): unknown[] {
  return fixtures.flatMap((fixture) =>
    fixture.kind === 'action' && fixture.action === action && 'output' in fixture.expect ? [fixture.expect.output] : [],
  );
}

/**
 * The TypeScript type of an action's output: the declared structure, with types from the samples for the service's
 * values.
 */
export function outputType(action: ConnectorAction, samples: readonly unknown[]): string {
  if (action.pagination !== undefined) return inferType(samples);
  return structureOf(requestOfOutput(action)?.output, samples, '');
}

/** The request whose answer becomes the output. */
function requestOfOutput(action: ConnectorAction): Request | undefined {
  const { request, upload } = action;
  if (upload === undefined) return request;
  const output = outputOf(upload);
  return output === 'start' ? request : output === 'finish' ? upload.finish : carrierOf(action, upload);
}

/** The type of a template: string if it is more than one slot, else the type of the samples. */
function structureOf(value: unknown, samples: readonly unknown[], indent: string): string {
  if (typeof value === 'string' && !/^\{\{[^{}]*\}\}$/.test(value)) return 'string';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value;
  if (value === null) return 'null';
  if (Array.isArray(value) && samples.length === 0) return 'unknown[]';
  if (!isJsonObject(value)) return inferType(samples, indent);
  const inner = `${indent}  `;
  const objects = samples.filter(isJsonObject);
  const lines = Object.entries(value).map(([name, child]) => {
    const values = objects.filter((sample) => Object.hasOwn(sample, name)).map((sample) => sample[name]);
    return `${inner}${propertyKey(name)}?: ${structureOf(child, values, inner)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}
