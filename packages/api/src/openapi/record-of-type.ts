import type { Field, RecordType } from '@tallyhook/schemas';
import { componentRef } from './component-ref.ts';

/** The record schemas of each type of a branch, and one for a record of any type. */
export function describeRecords(types: readonly RecordType[]): Record<string, object> {
  const ofTypes = types.map((type) => [`Record_${type.name}`, recordOfType(type)] as const);
  return { SavedRecord: { anyOf: ofTypes.map(([name]) => componentRef(name)) }, ...Object.fromEntries(ofTypes) };
}

function recordOfType({ name, label, fields }: RecordType): object {
  const properties = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  return {
    description: `${label}: a record; empty fields are absent. Values older than a change of the type are unchanged.`,
    type: 'object',
    allOf: [componentRef('AnyRecord')],
    properties: { type: { const: name }, fields: { type: 'object', properties, additionalProperties: false } },
  };
}

/** The schema of a field's value. */
function valueOf(field: Field): object {
  const one = { title: field.label, ...scalarOf(field) };
  return field.many ? { type: 'array', items: one } : one;
}

function scalarOf({ kind }: Field): object {
  switch (kind) {
    case 'number':
      return { type: 'number' };
    case 'yesNo':
      return { type: 'boolean' };
    case 'day':
      return { type: 'string', format: 'date' };
    case 'instant':
      return componentRef('Moment');
    case 'relation':
    case 'file':
      return componentRef('Id');
    default:
      return { type: 'string' };
  }
}
