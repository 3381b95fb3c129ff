import type { Question, QuestionCondition, QuestionFilter, QuestionGroup, QuestionMeasure } from '@tallyhook/schemas';
import fc, { type Arbitrary } from 'fast-check';
import { havingOperators, rulesOf, type Operator } from '../src/grammar.ts';
import {
  conditionWith,
  fields,
  filterAround,
  filterOfBoth,
  groupWith,
  questionAround,
  zones,
  type Asked,
} from './random-questions.ts';
import { fieldOf } from './reference-row.ts';

/** Kinds as distinguished by the grammar. */
const kindOf = ({ kind, many }: { kind: string; many?: boolean }): string => (many ? `${kind} of many` : kind);

function byKind(all: readonly Asked[]): Map<string, Asked[]> {
  return Map.groupBy(all, ({ field, isRelated }) => `${isRelated ? 'related ' : ''}${kindOf(field)}`);
}

interface Cells {
  conditions: { of: Asked[]; op: Operator }[];
  groups: { of: Asked[]; unit: QuestionGroup['unit']; timezone: string }[];
  measures: { of: Asked[]; fn: QuestionMeasure['fn'] }[];
}

/** Everything that the questions must cover: kind × operator, kind × unit × zone, kind × measure. */
const cells: Cells = { conditions: [], groups: [], measures: [] };
for (const of of byKind(fields).values()) {
  const { operators, units, functions, groupable } = rulesOf(of[0]!.field);
  for (const op of operators) cells.conditions.push({ of, op });
  if (!of[0]!.isRelated) for (const fn of functions) cells.measures.push({ of, fn });
  const periods = units.length === 0 ? [undefined] : units;
  if (groupable) for (const unit of periods) for (const timezone of zones) cells.groups.push({ of, unit, timezone });
}

/** Number of questions that cover everything once. */
export const roundLength = Math.max(...Object.values(cells).map((some) => some.length));

/** Rounds with one condition per question and rounds with none; the others have two. */
const plainRounds = 2;
export const fewestRounds = 15;

/** The question with a number. Its required features cycle through everything. */
export function questionNumber(number: number): Arbitrary<Question> {
  const round = Math.floor(number / roundLength) % fewestRounds;
  const one = conditionOf(cells.conditions[number % cells.conditions.length]!);
  const other = conditionOf(cells.conditions[(number + round * 17) % cells.conditions.length]!);
  // Different step sizes, to combine different features each time.
  const group = cells.groups[(number * 7) % cells.groups.length]!;
  const seconds = cells.groups.filter(({ timezone }) => timezone === group.timezone);
  const second = seconds[(number * 3 + round) % seconds.length]!;
  const measure = cells.measures[(number * 5) % cells.measures.length]!;
  const filter: Arbitrary<QuestionFilter | undefined> =
    round === fewestRounds - 1
      ? fc.constant(undefined)
      : round < plainRounds
        ? one.chain(filterAround)
        : fc.tuple(one, other).chain(([first, then]) => filterOfBoth(first, then));
  return fc
    .record({
      filter,
      group: groupOf(group),
      second: groupOf(second),
      measure: fc.constantFrom(...measure.of).map(({ path }): QuestionMeasure => ({ fn: measure.fn, field: path })),
    })
    .chain(({ filter: some, ...rest }) =>
      questionAround({ ...(some === undefined ? {} : { filter: some }), ...rest, timezone: group.timezone }),
    );
}

const conditionOf = ({ of, op }: Cells['conditions'][number]): Arbitrary<QuestionCondition> =>
  fc.constantFrom(...of).chain((asked) => conditionWith(asked, op));

const groupOf = ({ of, unit }: Cells['groups'][number]): Arbitrary<QuestionGroup> =>
  fc.constantFrom(...of).chain((asked) => groupWith(asked, unit));

/** A random one. */
export const randomQuestion = fc.nat({ max: 1_000_000 }).chain(questionNumber);

/** Counts the features that questions use. */
export function createCoverage() {
  const counts = new Map<string, number>();
  let answers = 0;
  let withGroups = 0;
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const asked = (path: string) => fields.find((one) => one.path === path)!;
  const nameOf = (path: string) => {
    const { field, isRelated } = asked(path);
    return `${isRelated ? 'related ' : ''}${kindOf(field)}`;
  };
  const addFilter = (filter: QuestionFilter): void => {
    if ('and' in filter) filter.and.forEach(addFilter);
    else if ('or' in filter) filter.or.forEach(addFilter);
    else if ('not' in filter) addFilter(filter.not);
    else add(`${nameOf(filter.field)} × ${filter.op}`);
  };
  return {
    add({ filter, groupBy = [], measures = [], having = [], sort = [], timezone, weekStart }: Question, total: number) {
      answers += 1;
      if (total >= 2) withGroups += 1;
      if (filter) addFilter(filter);
      for (const { field, unit, fill, top, other } of groupBy) {
        add(`${nameOf(field)} by ${unit ?? 'value'} × ${timezone}`);
        if (fill) add(`fill by ${unit}`);
        if (top !== undefined) add(`top${other ? ' and other' : ''}: ${groupBy.length} groups`);
      }
      for (const { fn, field } of measures) {
        add(field === undefined ? 'count of records' : `${fn} of ${kindOf(fieldOf(field).field)}`);
      }
      for (const { op } of having) add(`having ${op}`);
      for (const { by, dir } of sort) add(`sort by ${by.startsWith('g') ? 'group' : 'measure'} ${dir}`);
      add(`weeks from ${weekStart}`);
    },
    /** Everything to cover, with the number of uses. */
    counts(): Map<string, number> {
      const wanted = [
        ...cells.conditions.map(({ of, op }) => `${nameOf(of[0]!.path)} × ${op}`),
        ...cells.groups.map(({ of, unit, timezone }) => `${nameOf(of[0]!.path)} by ${unit ?? 'value'} × ${timezone}`),
        ...cells.measures.map(({ of, fn }) => `${fn} of ${kindOf(of[0]!.field)}`),
        ...havingOperators.map((op) => `having ${op}`),
      ];
      return new Map([...wanted.map((name): [string, number] => [name, 0]), ...counts]);
    },
    shareWithGroups: () => withGroups / answers,
    answers: () => answers,
  };
}

/** The counts as lines of text, one per kind and crossed feature. */
export function coverageReport({ counts, answers, shareWithGroups }: ReturnType<typeof createCoverage>): string {
  const lines = Map.groupBy(counts(), ([name]) =>
    name.replace(/ (?:×|of|by|and) .*/, '').replace(/ (?:eq|ne|gte?|lte?|between)$/, ''),
  );
  const text = [...lines].map(([head, all]) => {
    const parts = all.map(
      ([name, count]) =>
        `${
          name
            .slice(head.length)
            .replace(/^ (?:×|of|by) /, '')
            .trim() || 'all'
        } ${count}`,
    );
    return `    ${head}: ${parts.join(', ')}`;
  });
  const share = `${Math.round(shareWithGroups() * 100)} % of ${answers()} answers have two or more groups`;
  return [share, ...text].join('\n');
}
