import type { Field, RecordType } from '@tallyhook/schemas';

/** The fields that every record has in addition to those of its type. */
const systemFields: readonly Field[] = [
  { name: 'createdAt', label: 'Created at', kind: 'instant' },
  { name: 'createdBy', label: 'Created by', kind: 'person' },
  { name: 'updatedAt', label: 'Updated at', kind: 'instant' },
  { name: 'updatedBy', label: 'Updated by', kind: 'person' },
];

/** Finds a field of a type; `relation.field` finds one of a related record. */
export function findField(name: string, type: string, types: readonly RecordType[]): Field | undefined {
  const [first = '', second] = name.split('.');
  const fields = types.find((one) => one.name === type)?.fields ?? [];
  const own = [...fields, ...systemFields].find((one) => one.name === first);
  if (second === undefined || own === undefined) return own;
  return own.target === undefined ? undefined : findField(second, own.target, types);
}

/** The label of a field: `Project › Status` for one of a related record. */
export function labelOfField(name: string, type: string, types: readonly RecordType[]): string {
  const [first = ''] = name.split('.');
  const field = findField(name, type, types);
  if (field === undefined) return name;
  return first === name ? field.label : `${findField(first, type, types)!.label} › ${field.label}`;
}
