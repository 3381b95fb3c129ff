import type { FieldKind, QuestionMeasure, RecordType } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';

type MeasureFunction = QuestionMeasure['fn'];

/** What people call the measures of a field. */
export const measureLabels: Record<MeasureFunction, string> = {
  count: 'Number with a value in',
  sum: 'Sum of',
  avg: 'Average of',
  min: 'Smallest',
  max: 'Largest',
  distinct: 'Number of different values of',
};

const ofDates: Partial<Record<MeasureFunction, string>> = { min: 'Earliest', max: 'Latest' };

/** The words of a function, which dates have their own of. */
export function functionWords(fn: MeasureFunction, field: AskedField | undefined): string {
  const isDate = field?.kind === 'day' || field?.kind === 'instant';
  return (isDate ? ofDates[fn] : undefined) ?? measureLabels[fn];
}

/** A measure in words: `Sum of Estimate`, `Number of Tickets`. */
export function measureInWords(
  { fn, field: name }: QuestionMeasure,
  { type, fields }: { type: RecordType | undefined; fields: readonly AskedField[] },
): string {
  if (name === undefined) return `Number of ${type?.plural ?? 'records'}`;
  const field = fields.find((one) => one.name === name);
  return `${functionWords(fn, field)} ${field?.label ?? name}`;
}

/** Of what kind the values of a measure are: those of its field where it picks one of them, else numbers. */
export function kindOfMeasure({ fn, field }: QuestionMeasure, fields: readonly AskedField[]): FieldKind {
  if (fn !== 'min' && fn !== 'max') return 'number';
  return fields.find(({ name }) => name === field)?.kind ?? 'number';
}

/** What the answer calls a measure. */
export function nameOfMeasure({ fn, field, as }: QuestionMeasure): string {
  return as ?? (field === undefined ? fn : `${fn}_${field}`);
}
