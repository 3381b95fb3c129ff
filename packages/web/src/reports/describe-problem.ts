import type { ProblemDetail, RecordType, Report } from '@tallyhook/schemas';
import { Refusal } from '../api/send.ts';
import { findField, labelOfField } from '../chart/find-field.ts';

/** The path to a mistake within a question or a report's question: `groupBy`, `0`, `field`. */
export function placeOf({ pointer = '' }: ProblemDetail): string[] {
  const steps = pointer.split('/').slice(1);
  return steps[0] === 'definition' ? steps.slice(1) : steps;
}

/** The value at a path in a question. */
export function partAt(question: Report, place: readonly string[]): unknown {
  return place.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], question);
}

/** Describes a mistake in a question with the labels that people know. */
export function describeProblem(problem: ProblemDetail, question: Report, types: readonly RecordType[]): string {
  const name = partAt(question, placeOf(problem));
  if (problem.code === 'unknown_type') return `This branch has no records of the type “${question.type}”.`;
  if (typeof name !== 'string') return problem.detail;
  if (problem.code === 'unknown_field') return noField(name, question.type, types);
  if (problem.code !== 'not_a_relation') return problem.detail;
  const [relation = ''] = name.split('.');
  return `“${labelOfField(relation, question.type, types)}” doesn't link to records on this branch.`;
}

function noField(name: string, type: string, types: readonly RecordType[]): string {
  const [first = '', second] = name.split('.');
  const target = second === undefined ? undefined : findField(first, type, types)?.target;
  const [owner, missing] = target === undefined ? [type, first] : [target, second!];
  const records = types.find((one) => one.name === owner)?.plural ?? 'The records';
  return `${records} have no field “${labelOfField(missing, owner, types)}”.`;
}

/** Rewords a refused question with the labels on the page; returns any other error unchanged. */
export function describeRefusal<Failure>(
  error: Failure,
  question: Report,
  types: readonly RecordType[],
): Failure | Refusal {
  if (!isRefusedQuestion(error)) return error;
  const details = error.errors.map((problem) => {
    const words = describeProblem(problem, question, types);
    const part = partLabel(placeOf(problem));
    return part === undefined ? words : `${part}: ${words}`;
  });
  const errors = [...new Set(details)].map((detail) => ({ code: error.code, detail }));
  return new Refusal(error.code, error.message, undefined, errors);
}

/** Whether a question is invalid, so that a retry would not help. */
export function isRefusedQuestion(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'invalid_question' && error.errors.length > 0;
}

/** The label of a part of the question in the builder. */
function partLabel([part = '', at]: readonly string[]): string | undefined {
  if (part === 'groupBy') return at === '1' ? 'Then by' : 'Grouped by';
  const words: Record<string, string> = {
    filter: 'Where',
    measures: 'Measure',
    having: 'Keep groups',
    sort: 'Sorted by',
    limit: 'Sorted by',
  };
  return words[part];
}
