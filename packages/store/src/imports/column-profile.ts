import { kindOfCell, type CellKind } from './cell-kinds.ts';
import type { EmptyTest } from './empty-texts.ts';

/** What the cells of one column are, seen over the whole file. */
export interface ColumnProfile {
  /** Cells that hold something else than a marker. */
  filled: number;
  empty: number;
  /** How often each text stands that means no value in every column. */
  emptied: Map<string, number>;
  /** The kind that all filled cells have; null before the first. */
  kind: Exclude<CellKind, 'power'> | 'mixed' | null;
  /** How many of the numbers are written as a power, such as 1e3. */
  powers: number;
  /** The cell before, which need not be looked at again. */
  last: string;
  /** The first cell of another kind than those before it, or the first that is text. */
  odd?: { line: number; cell: string };
  /** How often each text stands that people write for "no value". */
  markers: Map<string, number>;
  /** The different texts and how often each stands; null when there are more than can be choices. */
  values: Map<string, number> | null;
  /** The longest cell in characters. */
  longest: number;
}

/** Texts that tools write for "no value". They count as that only where a text is not what the column holds. */
const knownMarkers = new Set(['NA', 'N/A', '#N/A', 'NULL', 'null', '\\N', 'NaN', 'nan']);

export const mostChoices = 12;

/** A profile of no cells. */
export function createProfile(): ColumnProfile {
  const counts = { filled: 0, empty: 0, powers: 0, longest: 0 };
  return { ...counts, emptied: new Map(), kind: null, last: '', markers: new Map(), values: new Map() };
}

/** Whether a cell holds nothing but space. */
export function isBlank(cell: string): boolean {
  return cell === '' || (cell.charCodeAt(0) <= 32 && cell.trim() === '');
}

/** Takes one more cell into account. */
export function addCell(profile: ColumnProfile, cell: string, line: number, isEmptyText: EmptyTest): void {
  if (isBlank(cell)) {
    profile.empty += 1;
    return;
  }
  if (isEmptyText(cell)) return countIn(profile.emptied, cell.trim());
  if (cell.length <= 4 && knownMarkers.has(cell)) return countIn(profile.markers, cell);
  profile.filled += 1;
  if (cell.length > profile.longest) profile.longest = cell.length;
  if (cell !== profile.last && profile.kind !== 'text' && profile.kind !== 'mixed') addKind(profile, cell, line);
  profile.last = cell;
  if (profile.values) addValue(profile, profile.values, cell);
}

function addKind(profile: ColumnProfile, cell: string, line: number): void {
  const seen = kindOfCell(cell.trim());
  if (seen === 'power') profile.powers += 1;
  const kind = seen === 'power' ? 'number' : seen;
  if (profile.kind === null) profile.kind = kind;
  else if (profile.kind !== kind) profile.kind = 'mixed';
  if (profile.kind === 'mixed' || profile.kind === 'text') profile.odd = { line, cell };
}

function addValue(profile: ColumnProfile, values: Map<string, number>, cell: string): void {
  countIn(values, cell);
  if (values.size > mostChoices) profile.values = null;
}

function countIn(counts: Map<string, number>, text: string): void {
  counts.set(text, (counts.get(text) ?? 0) + 1);
}
