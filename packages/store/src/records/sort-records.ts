import { Problem, nearest, systemFields, type Field, type RecordType } from '@tallyhook/schemas';
import type { Document } from 'mongodb';

/** One step of an order of records. */
export interface RecordSort {
  field: string;
  dir?: 'asc' | 'desc';
}

/**
 * The stages that order records by fields and leave only their ids. Records without a value come last in either
 * direction, texts ignore case, and choices follow their list. Ties and the default are newest first.
 * @throws Problem `invalid_request` for a field that has no order.
 */
export function sortStages(type: RecordType, sort: readonly RecordSort[]): Document[] {
  const steps = sort.map((step) => ({ ...step, field: sortableField(type, step.field) }));
  // Ids grow with the time of creation, and their index is in order already.
  const isByAge = steps.length === 0 || steps[0]!.field.name === 'createdAt';
  if (isByAge) return [{ $sort: { _id: steps[0]?.dir === 'asc' ? 1 : -1 } }, { $project: { _id: 1 } }];
  const keys: Document = {};
  const order: Record<string, 1 | -1> = {};
  steps.forEach(({ field, dir = 'asc' }, at) => {
    keys[`empty${at}`] = { $cond: [{ $eq: [{ $type: `$${field.name}` }, 'missing'] }, 1, 0] };
    keys[`value${at}`] = sortKey(field);
    order[`empty${at}`] = 1;
    order[`value${at}`] = dir === 'asc' ? 1 : -1;
  });
  return [{ $project: keys }, { $sort: { ...order, _id: -1 } }, { $project: { _id: 1 } }];
}

/** Whether records can be sorted by a field. */
export function isSortable({ kind, many }: Field): boolean {
  return !many && kind !== 'relation' && kind !== 'person' && kind !== 'file';
}

function sortableField(type: RecordType, name: string): Field {
  const fields = [...type.fields, ...systemFields].filter(isSortable);
  const field = fields.find((one) => one.name === name);
  if (field) return field;
  const names = fields.map((one) => one.name);
  const suggestion = nearest(name, names);
  const hint = suggestion === undefined ? `it can be sorted by ${names.join(', ')}` : `did you mean "${suggestion}"?`;
  throw new Problem(
    'invalid_request',
    `Records of "${type.name}" cannot be sorted by "${name.slice(0, 100)}": ${hint}.`,
    { errors: [{ pointer: '#/sort', code: 'not_allowed', detail: `"${name.slice(0, 100)}" has no order: ${hint}.` }] },
  );
}

function sortKey({ name, kind, options }: Field): unknown {
  if (kind === 'text') return { $toLower: `$${name}` };
  if (kind === 'choice') return { $indexOfArray: [(options ?? []).map(({ value }) => value), `$${name}`] };
  return `$${name}`;
}
