import type { Answer, AnswerColumn, AnswerRow } from '@tallyhook/schemas';
import { keyIn, valueOfNothing } from '../chart/figures.ts';
import { otherKey, type Key } from '../chart/group-keys.ts';
import { leavesRowsOut } from '../chart/left-out.ts';
import { fillPeriods } from '../chart/periods.ts';

/** Two answers to the same question: of the branch that is shown, and of the one that it is compared with. */
export interface Both<Item> {
  here: Item;
  there: Item;
}

/** The measure of one group in both answers. */
export interface AlignedRow {
  /** Its key in each grouping. */
  keys: Key[];
  here: unknown;
  there: unknown;
  /** The only answer that has the group. */
  only: keyof Both<unknown> | undefined;
}

/** Whether two answers have the same groupings and the same measure, so that their groups can be compared. */
export function isComparable({ here, there }: Both<Answer>): boolean {
  const asked = ({ meta: { columns } }: Answer) =>
    JSON.stringify(columns.map(({ role, field, unit, fn, kind }) => [role, field, unit, fn, kind]));
  return here.meta.question.type === there.meta.question.type && asked(here) === asked(there);
}

/**
 * The groups of both answers, in the order of the first one. A group that an answer lacks has no records there, unless
 * the answer leaves groups out: then its value is null, because nobody knows it.
 */
export function alignRows({ here, there }: Both<Answer>): AlignedRow[] {
  const [mine, theirs] = [readRows(here), readRows(there)];
  const all = new Map([...mine.rows, ...theirs.rows].map(({ text, keys }) => [text, keys]));
  const rows = [...all].map(([text, keys]): AlignedRow => {
    const [one, other] = [mine.byText.get(text), theirs.byText.get(text)];
    return {
      keys,
      here: one === undefined ? mine.valueWithoutRow(keys) : one[mine.measure.name],
      there: other === undefined ? theirs.valueWithoutRow(keys) : other[theirs.measure.name],
      only: one === undefined ? 'there' : other === undefined ? 'here' : undefined,
    };
  });
  return sortRows(rows, here);
}

/** The answers, each with a row for every group of both, in the same order: charts then look alike. */
export function alignAnswers(both: Both<Answer>): Both<Answer> {
  const rows = alignRows(both);
  const labels = mergeLabels(both);
  const answerOf = (side: keyof Both<Answer>): Answer => {
    const answer = { ...both[side] };
    delete answer.comparison;
    const { byText, groups, measure } = readRows(answer);
    const rowOf = ({ keys, [side]: value }: AlignedRow): AnswerRow =>
      byText.get(textOf(keys)) ?? newRow(keys, groups, { [measure.name]: value });
    return { ...answer, rows: rows.map(rowOf), ...(labels && { labels }) };
  };
  return { here: answerOf('here'), there: answerOf('there') };
}

function newRow(keys: readonly Key[], groups: readonly AnswerColumn[], measures: Record<string, unknown>): AnswerRow {
  const single = groups.flatMap(({ name }, index) => (keys[index] === otherKey ? [] : [[name, keys[index]] as const]));
  const isOther = single.length < groups.length;
  return { ...measures, key: Object.fromEntries(single), ...(isOther && { other: true }) } as AnswerRow;
}

function readRows(answer: Answer) {
  const { columns } = answer.meta;
  const groups = columns.filter(({ role }) => role === 'group');
  const measure = columns.find(({ role }) => role === 'measure')!;
  const rows = answer.rows.map((row) => {
    const keys = groups.map(({ name }) => keyIn(row, name));
    return { row, keys, text: textOf(keys) };
  });
  const known = groups.map((_, index) => new Set<Key>(rows.map(({ keys }) => keys[index]!)));
  /** Whether a group of a grouping may have been left out, because only the largest are in the answer. */
  const isLeftOut = (key: Key, index: number): boolean => {
    const { top, other } = answer.meta.question.groupBy?.[index] ?? {};
    if (top === undefined || known[index]!.has(key)) return false;
    return other === true ? known[index]!.has(otherKey) : known[index]!.size >= top;
  };
  const valueWithoutRow = (keys: readonly Key[]) =>
    leavesRowsOut(answer) || keys.some(isLeftOut) ? null : valueOfNothing(measure);
  return { rows, byText: new Map(rows.map(({ row, text }) => [text, row])), groups, measure, valueWithoutRow };
}

const textOf = (keys: readonly Key[]): string => JSON.stringify(keys);

/** Periods in time order; otherwise groups keep their order, with "all others" and "no value" last as usual. */
function sortRows(rows: AlignedRow[], { meta }: Answer): AlignedRow[] {
  if ((meta.question.sort ?? []).length > 0) return rows;
  const unit = meta.columns.find(({ role }) => role === 'group')?.unit;
  const firsts = [...new Set(rows.map(({ keys }) => keys[0] ?? null))];
  const isLast = (key: Key) => Number(key === otherKey) + 2 * Number(key === null);
  const order =
    unit === undefined
      ? firsts.sort((a, b) => isLast(a) - isLast(b))
      : fillPeriods(firsts, unit, meta.resolved.weekStart);
  const places = new Map(order.map((key, place) => [key, place]));
  return rows.sort((a, b) => places.get(a.keys[0] ?? null)! - places.get(b.keys[0] ?? null)!);
}

/** The names of records: a record that both branches have keeps its name of the first one. */
function mergeLabels({ here, there }: Both<Answer>): Answer['labels'] {
  if (here.labels === undefined || there.labels === undefined) return here.labels ?? there.labels;
  const columns = new Set([...Object.keys(here.labels), ...Object.keys(there.labels)]);
  const merged = [...columns].map((column) => [column, { ...there.labels?.[column], ...here.labels?.[column] }]);
  return Object.fromEntries(merged) as Answer['labels'];
}
