import type { QuestionFilter, QuestionMeasure, RecordType, Report } from '@tallyhook/schemas';
import { nameOfGroup } from '@tallyhook/schemas/report-periods';
import { unitLabels } from '../chart/cycles.ts';
import { findField, labelOfField } from '../chart/find-field.ts';
import { comparisonLabel } from './comparison-label.ts';
import { describeDay, describeRange, type FormatPeriod } from './describe-day.ts';
import { directionLabel } from './direction-label.ts';
import { plainPeriodFormat } from './period-format.ts';
import { viewer } from './viewer.ts';

const functionLabels: Record<Exclude<QuestionMeasure['fn'], 'count'>, string> = {
  sum: 'Sum of',
  avg: 'Average of',
  min: 'Smallest',
  max: 'Largest',
  distinct: 'Number of different values of',
};

/** A report's question as a sentence: measure, records, groups, filter, which groups in which order. */
export function describeReport(report: Report, types: readonly RecordType[]): string {
  const { type, measures: [measure] = [], groupBy = [], filter } = report;
  const field = (name: string) => labelOfField(name, type, types);
  const plural = types.find(({ name }) => name === type)?.plural ?? type;
  const measured = describeMeasure(measure, plural, field);
  const groups = groupBy.map((group) => {
    const unit = group.unit && unitLabels[group.unit];
    const within = unit ?? (group.top === undefined ? undefined : `the ${group.top} largest`);
    return within === undefined ? field(group.field) : `${field(group.field)} (${within})`;
  });
  const conditions = filter === undefined ? '' : describeFilter(filter, { type, types });
  const by = groups.length === 0 ? '' : `by ${groups.join(', then by ')}`;
  const where = conditions === '' ? '' : `where ${conditions}`;
  const asked = [measured, by, where].filter(Boolean).join(' ');
  return `${[asked, ...describeGroups(report, measured, types)].join(', ')}.`;
}

function describeMeasure(
  measure: QuestionMeasure | undefined,
  plural: string,
  field: (name: string) => string,
): string {
  if (measure?.field === undefined) return `Number of ${plural}`;
  const label = field(measure.field);
  if (measure.fn === 'count') return `Number of ${plural} with a value in ${label}`;
  return `${functionLabels[measure.fn]} ${label} of ${plural}`;
}

/** Which groups the answer has, and in which order. */
function describeGroups(
  { type, measures: [measure] = [], groupBy = [], having = [], sort = [], limit }: Report,
  measured: string,
  types: readonly RecordType[],
): string[] {
  const kindOf = (name: string | undefined) => (name === undefined ? undefined : findField(name, type, types)?.kind);
  const isPicked = measure?.fn === 'min' || measure?.fn === 'max';
  const kind = (isPicked ? kindOf(measure.field) : undefined) ?? 'number';
  const word = (value: string | number) =>
    kind === 'number' ? String(value) : describeDay(String(value), (day) => day);
  const conditions = having.map(({ op, value }) => {
    const words = [value].flat().map(word).join(' and ');
    return `${comparisonLabel(op, kind)} ${words}`;
  });
  const orders = sort.map(({ by, dir = 'asc' }) => {
    const group = groupBy.find((one) => by === nameOfGroup(one));
    const label = group === undefined ? measured : labelOfField(group.field, type, types);
    return `${label} (${directionLabel(dir, group === undefined ? kind : (kindOf(group.field) ?? 'text'))})`;
  });
  return [
    ...(conditions.length === 0 ? [] : [`only groups whose value ${conditions.join(' and ')}`]),
    ...(orders.length === 0 ? [] : [`sorted by ${orders.join(', then ')}`]),
    ...(limit === undefined ? [] : [`the first ${limit}`]),
  ];
}

/** Longer lists are cut off after this many. */
const maxValues = 20;

export interface DescribeFilterOptions {
  type: string;
  types: readonly RecordType[];
  /** The names of records, by id. */
  names?: Record<string, string>;
  /** Formats periods; by default as in the question. */
  period?: FormatPeriod;
}

/** Conditions as text. */
export function describeFilter(part: QuestionFilter, options: DescribeFilterOptions): string {
  const describe = (one: QuestionFilter) => describeFilter(one, options);
  if ('and' in part) return part.and.map(describe).filter(Boolean).join(' and ');
  if ('or' in part) return `(${part.or.map(describe).join(' or ')})`;
  if ('not' in part) return `not (${describe(part.not)})`;
  const { field: name, op, value: given } = part;
  const field = findField(name, options.type, options.types);
  const values = given === undefined ? [] : Array.isArray(given) ? given : [given];
  const isDate = field?.kind === 'day' || field?.kind === 'instant';
  const word = (value: unknown): string => {
    if (op === 'within' || op === 'nwithin')
      return describeRange(value, (day) => day, options.period ?? plainPeriodFormat);
    if (isDate) return describeDay(String(value), (day) => day);
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (field?.kind === 'person' && value === viewer.value) return viewer.label;
    return field?.options?.find((option) => option.value === value)?.label ?? nameOf(String(value), options.names);
  };
  const label = labelOfField(name, options.type, options.types);
  const left = values.length > maxValues ? ` and ${values.length - maxValues} more` : '';
  const words =
    values
      .slice(0, maxValues)
      .map(word)
      .join(op === 'between' ? ' and ' : ', ') + left;
  return [label, comparisonLabel(op, field?.kind), words].filter(Boolean).join(' ');
}

/** The name of a value in a filter, which may be any text. */
const nameOf = (value: string, names: Record<string, string> = {}): string =>
  Object.hasOwn(names, value) ? names[value]! : value;
