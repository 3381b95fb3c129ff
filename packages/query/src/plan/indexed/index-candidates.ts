import type { Field } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { findableTests } from './index-hint.ts';

/** An index on more fields costs more and hardly finds fewer records. */
export const maxIndexFields = 4;
/** More compared fields are tried in one order only. */
const maxPermuted = 3;

/**
 * The lists of fields whose index might answer a question: compared fields first, in any order; then ranges and groups
 * in both orders, and what is measured. Whether an index helps is up to the planner.
 */
export function indexCandidates(question: NormalizedQuestion, canIndex: (field: Field) => boolean): Field[][] {
  const { filter, groups, measures } = question;
  const tests = findableTests(filter);
  const compared = tests.filter(({ test }) => test !== 'range').map(({ field }) => field);
  const ranges = tests.filter(({ test }) => test === 'range').map(({ field }) => field);
  const values = groups.filter(({ unit }) => unit === undefined).map(({ field, via }) => via?.field ?? field);
  const periods = groups.filter(({ unit }) => unit !== undefined).map(({ field, via }) => via?.field ?? field);
  const measured = measures.flatMap(({ field }) => field ?? []);
  const orders = [
    ...ordersOf(compared).map((first) => [...first, ...ranges, ...values, ...periods, ...measured]),
    ...ordersOf(uniqueFields([...compared, ...values])).map((first) => [...first, ...ranges, ...periods, ...measured]),
  ];
  const candidates = orders.flatMap((order) => {
    const fields = uniqueFields(order).filter(canIndex).filter(isOnlyList).slice(0, maxIndexFields);
    return fields.map((_, last) => fields.slice(0, last + 1));
  });
  return [...new Map(candidates.map((fields) => [fields.map(({ name }) => name).join(), fields])).values()];
}

/** Whether a list of fields begins with all fields of another one. */
export const beginsWith = (names: readonly string[], first: readonly string[]): boolean =>
  first.every((name, at) => names[at] === name);

/** An index can contain the values of only one list. */
const isOnlyList = (field: Field, _: number, fields: readonly Field[]): boolean =>
  !field.many || fields.find(({ many }) => many) === field;

const uniqueFields = (fields: readonly Field[]): Field[] => [
  ...new Map(fields.map((field) => [field.name, field])).values(),
];

function ordersOf(fields: readonly Field[]): Field[][] {
  if (fields.length < 2 || fields.length > maxPermuted) return [[...fields]];
  return fields.flatMap((first) =>
    ordersOf(fields.filter((field) => field !== first)).map((others) => [first, ...others]),
  );
}
