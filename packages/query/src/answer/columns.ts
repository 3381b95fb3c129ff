import type { AnswerColumn } from '@tallyhook/schemas';
import { isMany, type Group, type Measure, type NormalizedQuestion } from '../normalize/normalized-question.ts';

/** Describes the columns of an answer with their labels: groups, then measures. */
export function columnsOf(question: NormalizedQuestion): AnswerColumn[] {
  return [...question.groups.map(groupColumn), ...question.measures.map((measure) => measureColumn(measure, question))];
}

function groupColumn(group: Group): AnswerColumn {
  const { name, field, via, unit, keep, other } = group;
  return {
    name,
    role: 'group',
    label: via === undefined ? field.label : `${field.label} of ${via.field.label}`,
    kind: field.kind,
    field: via === undefined ? field.name : `${via.field.name}.${field.name}`,
    ...(unit === undefined ? {} : { unit }),
    ...(isMany(group) ? { many: true } : {}),
    ...(keep !== undefined && other ? { top: [...keep] } : {}),
    ...(field.format === undefined ? {} : { format: field.format }),
    ...(field.kind === 'relation' && field.target !== undefined ? { target: field.target } : {}),
  };
}

function measureColumn({ name, fn, field }: Measure, { type }: NormalizedQuestion): AnswerColumn {
  if (field === undefined) {
    return { name, role: 'measure', label: `Number of ${type.plural}`, kind: 'number', fn };
  }
  const labels: Record<Measure['fn'], string> = {
    count: `Number with ${field.label}`,
    sum: `Sum of ${field.label}`,
    avg: `Average of ${field.label}`,
    min: `Smallest ${field.label}`,
    max: `Largest ${field.label}`,
    distinct: `Different values of ${field.label}`,
  };
  const kind = fn === 'min' || fn === 'max' ? field.kind : 'number';
  const hasFormat = field.format !== undefined && fn !== 'count' && fn !== 'distinct';
  return {
    ...{ name, role: 'measure', label: labels[fn], kind, fn, field: field.name },
    ...(hasFormat ? { format: field.format! } : {}),
  };
}
