import type { Formats } from '../chart/formats.ts';
import type { Both } from './align-answers.ts';
import { writeDifference, writeShare, type Difference, type Differences } from './differences.ts';

/** More bars are hard to read; the table has every group. */
const maxBars = 20;

/** A difference that is drawn as a bar. */
export type Bar = Difference & { difference: number };

/**
 * The bars of a chart of differences: the largest ones first, or periods in time order. Groups that do not differ have
 * none.
 */
export function barsOf({ rows, isOverTime }: Pick<Differences, 'rows' | 'isOverTime'>): {
  bars: Bar[];
  leftOut: string | undefined;
} {
  const known = rows.filter((row): row is Bar => row.difference !== null);
  const differing = known.filter(({ difference }) => difference !== 0);
  const largest = differing.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, maxBars);
  const drawn = new Set(largest);
  const [more, unknown] = [differing.length - largest.length, rows.length - known.length];
  const parts = [
    more > 0 && `${more} smaller ${more === 1 ? 'difference' : 'differences'}`,
    unknown > 0 && `${unknown} ${unknown === 1 ? 'group' : 'groups'} without a value on one of the branches`,
  ].filter((part) => part !== false);
  return {
    bars: isOverTime ? differing.filter((row) => drawn.has(row)) : largest,
    leftOut: parts.length === 0 ? undefined : `Not drawn: ${parts.join(' and ')}. See the table.`,
  };
}

/** The difference in one or two sentences. */
export function describeDifferences(
  { rows, overall, measure, groupColumns }: Differences,
  { branches, formats }: { branches: Both<string>; formats: Formats },
): string {
  const all = describeOverall(overall, { measure, branches, formats });
  if (groupColumns.length === 0) return all;
  const known = rows.filter(({ difference }) => difference !== null);
  const differing = known.filter(({ difference }) => difference !== 0);
  if (differing.length === 0) return known.length === 0 ? all : `${all} No group differs.`;
  const groups = `${differing.length} of ${rows.length} ${rows.length === 1 ? 'group' : 'groups'}`;
  return `${all} ${groups} ${differing.length === 1 ? 'differs' : 'differ'}.`;
}

function describeOverall(
  overall: Difference,
  { measure, branches, formats }: Pick<Differences, 'measure'> & { branches: Both<string>; formats: Formats },
): string {
  const { difference } = overall;
  if (difference === null) return `${measure.label} has no number on one of the branches.`;
  if (difference === 0) return `Both branches have the same ${lower(measure.label)} overall.`;
  const [amount, share] = [writeDifference(difference, measure, formats), writeShare(overall, measure, formats)];
  const part = share === '–' ? '' : ` (${share})`;
  return `Overall, ${branches.here} has ${amount}${part} against ${branches.there}.`;
}

/** A label within a sentence: names in capitals stay as they are. */
function lower(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;
}
