import type { Answer, AnswerRow, AnswerWarning } from '@tallyhook/schemas';
import { limits } from '../grammar.ts';
import { isMany, type Measure, type NormalizedQuestion } from '../normalize/normalized-question.ts';
import { keepsTogether } from '../plan/order-steps.ts';
import { measureOf, type Cell, type Measured } from './cell.ts';
import { columnsOf } from './columns.ts';
import { emptyRanges } from './empty-ranges.ts';
import { fillPeriods, noRoomForPeriods, tooManyGroupsToFill } from './fill-periods.ts';
import { isOther, type Key } from './keys.ts';
import { meetsHaving } from './meets-having.ts';
import { orderGroups } from './order-groups.ts';
import type { Table, TableGroup } from './table.ts';

/** Builds the answer from a source's table. The caller sets `tookMs`. */
export function assembleAnswer(question: NormalizedQuestion, table: Table): Answer {
  const { groups, total, warnings: ofGroups } = askedGroups(table, question);
  const warnings = [...emptyRanges(question), ...ofGroups];
  const { shown, isPartial } = cut(orderGroups(groups, question), question);
  return {
    rows: shown.map((group) => rowOf(group, question)),
    overall: measuresOf(table.overall, question.measures),
    meta: {
      question: question.document,
      columns: columnsOf(question),
      resolved: { timezone: question.timezone, weekStart: question.weekStart, ranges: question.ranges },
      groups: { returned: shown.length, total, truncated: total > shown.length, ...(isPartial && { partial: true }) },
      overlap: question.groups.filter(isMany).map(({ name }) => name),
      ...(warnings.length === 0 ? {} : { warnings }),
      countedAt: question.askedAt.toISOString(),
      tookMs: 0,
    },
  };
}

interface Cut {
  shown: readonly TableGroup[];
  /** Whether first groups that are shown may lack rows. */
  isPartial: boolean;
}

/** Cuts groups off at the limit, between two first groups if their rows stay together and at least one fits. */
function cut(groups: readonly TableGroup[], question: NormalizedQuestion): Cut {
  const shown = groups.slice(0, question.limit);
  const next = groups[question.limit];
  if (question.groups.length === 1 || next === undefined) return { shown, isPartial: false };
  if (!keepsTogether(question)) return { shown, isPartial: true };
  const nameOf = ({ keys: [key] }: TableGroup) => JSON.stringify(key);
  const whole = shown.filter((group) => nameOf(group) !== nameOf(next));
  return whole.length === 0 ? { shown, isPartial: true } : { shown: whole, isPartial: false };
}

/**
 * The groups that meet the conditions. Periods without records are added only if all of them fit: they never displace a
 * group with records.
 */
function askedGroups(
  { groups: found, all = found.length, total }: Table,
  question: NormalizedQuestion,
): { groups: TableGroup[]; total: number; warnings: AnswerWarning[] } {
  const isFilled = question.groups.some(({ fill }) => fill !== undefined);
  const isTooMany = isFilled && all > limits.rows;
  const { filled, warning } = isTooMany ? { filled: [], warning: tooManyGroupsToFill() } : fillPeriods(found, question);
  const meetsConditions = ({ cell }: TableGroup) => meetsHaving(cell, question);
  const groups = found.filter(meetsConditions);
  const periods = filled.filter(meetsConditions);
  const hasRoom = periods.length === 0 || groups.length + periods.length <= question.limit;
  const warnings = [warning, hasRoom ? undefined : noRoomForPeriods(groups.length + periods.length, question.limit)];
  const shown = hasRoom ? [...groups, ...periods] : groups;
  return {
    groups: shown,
    total: found.length < all ? total : shown.length,
    warnings: warnings.filter((one) => one !== undefined),
  };
}

function rowOf({ keys, cell, filled }: TableGroup, { groups, measures }: NormalizedQuestion): AnswerRow {
  const key = groups.flatMap(({ name }, index): [string, Key][] => {
    const value = keys[index]!;
    return isOther(value) ? [] : [[name, value]];
  });
  return {
    key: Object.fromEntries(key),
    ...measuresOf(cell, measures),
    ...(key.length < groups.length ? { other: true } : {}),
    ...(filled && { filled }),
  };
}

function measuresOf(cell: Cell, measures: readonly Measure[]): Record<string, Measured> {
  return Object.fromEntries(measures.map((measure) => [measure.name, measureOf(cell, measure, measures)]));
}
