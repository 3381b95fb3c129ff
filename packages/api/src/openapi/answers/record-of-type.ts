import type { Field, RecordType } from '@tallyhook/schemas';
import type { RecordRow } from '@tallyhook/store';
import { componentRef, id, listOf, mapOf, moment, number, objectOf, text, yesNo } from './parts.ts';

/** The schemas of records: of any type, and with the types of a branch those of each by its fields. */
export function describeRecords(types: readonly RecordType[] | undefined): Record<string, object> {
  const AnyRecord = recordOf({ type: text, fields: mapOf({}) });
  if (types === undefined || types.length === 0) return { AnyRecord, Record: componentRef('AnyRecord') };
  const ofTypes = types.map((type) => [`Record_${type.name}`, recordOfType(type)] as const);
  return {
    AnyRecord,
    Record: { anyOf: ofTypes.map(([name]) => componentRef(name)) },
    ...Object.fromEntries(ofTypes),
  };
}

function recordOfType({ name, label, fields }: RecordType): object {
  const properties = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  return {
    description: `${label}: a record without an empty field. Values older than a change of the type are as they were.`,
    ...recordOf({ type: { const: name }, fields: { type: 'object', properties, additionalProperties: false } }),
  };
}

function recordOf({ type, fields }: { type: object; fields: object }): object {
  return objectOf<RecordRow>({
    id,
    type,
    revision: { type: 'integer', minimum: 1 },
    createdAt: moment,
    createdBy: text,
    updatedAt: moment,
    updatedBy: text,
    fields,
  });
}

/** What a record holds in a field. */
function valueOf(field: Field): object {
  const one = { title: field.label, ...scalarOf(field) };
  return field.many ? listOf(one) : one;
}

function scalarOf({ kind }: Field): object {
  switch (kind) {
    case 'number':
      return number;
    case 'yesNo':
      return yesNo;
    case 'day':
      return { type: 'string', format: 'date' };
    case 'instant':
      return moment;
    case 'relation':
    case 'file':
      return id;
    default:
      return text;
  }
}
