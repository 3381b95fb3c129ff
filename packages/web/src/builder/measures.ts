import type { FieldKind, QuestionMeasure, RecordType } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';

type MeasureFunction = QuestionMeasure['fn'];

/** Labels of measure functions. */
export const functionLabels: Record<MeasureFunction, string> = {
  count: 'Number with a value in',
  sum: 'Sum of',
  avg: 'Average of',
  min: 'Smallest',
  max: 'Largest',
  distinct: 'Number of different values of',
};

const ofDates: Partial<Record<MeasureFunction, string>> = { min: 'Earliest', max: 'Latest' };

/** The label of a function; dates have their own. */
export function functionLabel(fn: MeasureFunction, field: AskedField | undefined): string {
  const isDate = field?.kind === 'day' || field?.kind === 'instant';
  return (isDate ? ofDates[fn] : undefined) ?? functionLabels[fn];
}

/** A measure as text: `Sum of Estimate`, `Number of Tickets`. */
export function measureLabel(
  { fn, field: name }: QuestionMeasure,
  { type, fields }: { type: RecordType | undefined; fields: readonly AskedField[] },
): string {
  if (name === undefined) return `Number of ${type?.plural ?? 'records'}`;
  const field = fields.find((one) => one.name === name);
  return `${functionLabel(fn, field)} ${field?.label ?? name}`;
}

/** The kind of a measure's values: the field's own kind if the function picks one of its values, otherwise number. */
export function kindOfMeasure({ fn, field }: QuestionMeasure, fields: readonly AskedField[]): FieldKind {
  if (fn !== 'min' && fn !== 'max') return 'number';
  return fields.find(({ name }) => name === field)?.kind ?? 'number';
}

/** The key of a measure in the answer. */
export function nameOfMeasure({ fn, field, as }: QuestionMeasure): string {
  return as ?? (field === undefined ? fn : `${fn}_${field}`);
}
