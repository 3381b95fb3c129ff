import type { Report } from '@tallyhook/schemas';
import type { Figures, Group, Series } from './figures.ts';
import { isPeriodKey, otherKey, restKey, type Key } from './group-keys.ts';
import { sumOf, sumOfParts } from './stack.ts';

export type ChartKind = Report['chart'];

/** What is drawn, or a text that says why nothing is. */
export type ChartShape =
  | { kind: 'number' }
  | { kind: 'table' }
  | { kind: 'words'; words: string }
  | { kind: 'pie'; slices: Slice[]; leftOut: string | undefined }
  | {
      kind: 'line';
      groups: Group[];
      series: Series[];
      /** Indexes of groups before which the line is interrupted. */
      gaps: ReadonlySet<number>;
      leftOut: string | undefined;
      /** Whether every point can be hovered; with thousands of points, only isolated ones can. */
      hasMarks: boolean;
    }
  | {
      kind: 'bars';
      /** Groups are drawn as horizontal bars, periods as vertical ones. */
      direction: 'horizontal' | 'vertical';
      /** Parts that add up are stacked, others are drawn next to each other. */
      arrangement: 'stacked' | 'grouped';
      /** Whether the parts of a bar add up: not if they share records, or some may be cut off. */
      hasTotals: boolean;
      groups: Group[];
      series: Series[];
      /** Says what only the table shows. */
      leftOut: string | undefined;
    };

export interface Slice {
  key: Key;
  label: string;
  /** The size it is drawn at. */
  size: number;
  /** Its value; null for combined groups that share records. */
  value: number | null;
  /** Share of all slices, from 0 to 1; null if groups share records. */
  share: number | null;
  /** Its place in the palette. */
  place: number;
  /** Whether it combines several groups. */
  isRest: boolean;
  /** The keys combined under `restKey`. */
  rest?: Key[];
}

const maxSlices = 9;
const maxSeries = 8;
const maxHorizontalBars = 15;
/** More than a year of days in seven lines. Each point adds elements to the page. */
const maxLinePoints = 3_000;

/** Decides what a chart draws. */
export function shapeChart(chart: ChartKind, figures: Figures): ChartShape {
  if (chart === 'table') return { kind: 'table' };
  if (chart === 'number' || figures.groupColumn === undefined) {
    // A dash as a big number looks like a mistake.
    if (figures.overall !== null) return { kind: 'number' };
    return { kind: 'words', words: `No matching record has a value, so there is no “${figures.measure.label}”.` };
  }
  if (figures.groups.length === 0) return { kind: 'words', words: 'No records match, so there is nothing to draw.' };
  if (figures.measure.kind !== 'number') {
    return {
      kind: 'words',
      words: `${figures.measure.label} is a date, which can't be drawn as a length. See the table.`,
    };
  }
  if (chart === 'pie') return shapePie(figures);
  return chart === 'line' && figures.isOverTime ? shapeLine(figures) : shapeBars(figures);
}

function shapePie({ groups, series, addsUp, groupsShareRecords, seriesColumn, sizes }: Figures): ChartShape {
  const words = (text: string) => ({ kind: 'words', words: `${text} The table has the figures.` }) as const;
  if (seriesColumn !== undefined) return words('A pie shows one grouping, but this report has two.');
  if (!addsUp) return words("A pie shows parts of a whole, but these values don't add up.");
  const values = groups.map(({ key, label }, index) => ({ key, label, value: series[0]!.values[index] ?? 0 }));
  if (values.some(({ value }) => value < 0)) return words("A pie can't show values below zero.");
  const total = values.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return words('Every group is 0, so there is no pie to draw.');
  const sizeIn = ({ key, value }: (typeof values)[number]) => sizes?.groups.get(key) ?? value;
  const sorted = values
    .sort((a, b) => sizeIn(b) - sizeIn(a))
    .map((slice, place) => ({ ...slice, place }))
    .filter(({ value }) => value > 0);
  const slices = foldRest(sorted).map(({ value, ...slice }): Slice => ({
    ...slice,
    size: value,
    value: groupsShareRecords && slice.rest !== undefined ? null : value,
    share: groupsShareRecords ? null : value / total,
  }));
  const unknown = slices.find(({ value }) => value === null);
  return { kind: 'pie', slices, leftOut: describeLeftOut([unknown && `the groups in ${unknown.label}`]) };
}

type Folded = Pick<Slice, 'key' | 'label' | 'isRest' | 'rest' | 'place'> & { value: number };

/** Combines the smallest slices into one if there are at least two; always includes the question's own "all others". */
function foldRest(sorted: { key: Key; label: string; value: number; place: number }[]): Folded[] {
  if (sorted.length <= maxSlices) return sorted.map((slice) => ({ ...slice, isRest: slice.key === otherKey }));
  const kept = new Set(sorted.filter(({ key }) => key !== otherKey).slice(0, maxSlices - 1));
  const rest = sorted.filter((slice) => !kept.has(slice));
  const value = sumOf(rest.map((slice) => slice.value));
  const keys = rest.map(({ key }) => key);
  const folded = { key: restKey, label: labelOfRest(keys), value, isRest: true, rest: keys, place: kept.size };
  return [...[...kept].map((slice) => ({ ...slice, isRest: false })), folded];
}

/** The number of groups in the question's own "all others" is unknown; then there is no number. */
function labelOfRest(keys: readonly Key[]): string {
  return keys.includes(otherKey) ? 'Other' : `Other (${keys.length})`;
}

function shapeLine(figures: Figures): ChartShape {
  const { groups, groupColumn } = figures;
  const dated = groups.filter(({ key }) => isPeriodKey(key));
  if (dated.length === 0) return { kind: 'words', words: 'No record has a date, so there is no line to draw.' };
  const { series, leftOut } = limitSeries(figures, 'lines');
  const has = (key: Key) => groups.some((group) => group.key === key);
  const others = has(otherKey) ? 'all other periods' : undefined;
  const undated = has(null) ? `records without a value in ${groupColumn!.label}` : undefined;
  return {
    kind: 'line',
    groups: dated,
    series: series.map((one) => ({ ...one, values: one.values.slice(0, dated.length) })),
    gaps: figures.gaps,
    leftOut: describeLeftOut([others, undated, leftOut]),
    hasMarks: dated.length * series.length <= maxLinePoints,
  };
}

function shapeBars(figures: Figures): ChartShape {
  const { isOverTime, addsUp, groups, isCut, hasTotals } = figures;
  const { series, leftOut } = limitSeries(figures, 'parts');
  // A line "1 more group" would take as much space as the bar itself.
  const fits = isOverTime || groups.length <= maxHorizontalBars + 1;
  const shown = fits ? [...groups.keys()] : firstBars(figures);
  const hidden = groups.length - shown.length;
  const more = `${hidden} more ${isCut ? 'of these groups' : 'groups'}`;
  return {
    kind: 'bars',
    direction: isOverTime ? 'vertical' : 'horizontal',
    arrangement: addsUp ? 'stacked' : 'grouped',
    hasTotals,
    groups: shown.map((index) => groups[index]!),
    series: series.map((one) => ({ ...one, values: shown.map((index) => one.values[index] ?? null) })),
    leftOut: describeLeftOut([hidden === 0 ? undefined : more, leftOut]),
  };
}

/**
 * The indexes of the groups to draw if there are too many. Groups that always come last, "all others" and usually "no
 * value", may be the largest of all, so they keep the last bars.
 */
function firstBars({ groups, isEmptyLast }: Figures): number[] {
  const isLast = ({ key }: Group) => key === otherKey || (key === null && isEmptyLast);
  const all = [...groups.keys()];
  const last = all.filter((index) => isLast(groups[index]!));
  const others = all.filter((index) => !isLast(groups[index]!));
  return [...others.slice(0, maxHorizontalBars - last.length), ...last];
}

/**
 * Limits series to the number of colours; sums the rest into one more series if possible. `what` names them in the
 * note.
 */
function limitSeries(
  { series, addsUp: isSummable, seriesShareRecords, sizes }: Figures,
  what: 'lines' | 'parts',
): { series: Series[]; leftOut?: string } {
  if (series.length <= maxSeries + 1) return { series };
  const addsUp = isSummable && !seriesShareRecords;
  const sizeIn = (one: Series) => sizes?.series.get(one.key) ?? sizeOf(one);
  // Combine the rest with the question's own "all others", so that only one series has that name.
  const isFolded = ({ key }: Series) => addsUp && key === otherKey;
  const bySize = series.filter((one) => !isFolded(one)).sort((a, b) => sizeIn(b) - sizeIn(a));
  const kept = new Set(bySize.slice(0, maxSeries));
  const shown = series.filter((one) => kept.has(one));
  const rest = series.filter((one) => !kept.has(one));
  if (!addsUp) return { series: shown, leftOut: `${rest.length} smaller ${what}` };
  const values = rest[0]!.values.map((_, index) => sumOfParts(rest, index));
  const keys = rest.map(({ key }) => key);
  return { series: [...shown, { key: restKey, label: labelOfRest(keys), values, rest: keys }] };
}

/** The keys that a chart combined into its last slice, line or part. */
export function restOf(shape: ChartShape): Key[] {
  const parts = shape.kind === 'pie' ? shape.slices : 'series' in shape ? shape.series : [];
  return parts.at(-1)?.rest ?? [];
}

function sizeOf({ values }: Series): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

function describeLeftOut(parts: (string | undefined)[]): string | undefined {
  const given = parts.filter((part) => part !== undefined);
  return given.length === 0 ? undefined : `Not drawn: ${given.join(' and ')}. See the table.`;
}
