import { kindOfCell, type CellKind } from './cell-kinds.ts';
import type { EmptyTest } from './empty-texts.ts';
import type { RowCount } from './row-format.ts';
import { sameCell, unitOf, type Rewrite } from './written-forms.ts';

/** A cell that explains what a column became. */
export interface ToldCell {
  line: number;
  /** As it is in the file. */
  written: string;
  /** In our form: `2025-12-31` for `31/12/2025`. */
  cell: string;
}

/** What the cells of one column contain, over the whole file. */
export interface ColumnProfile {
  /** Cells that contain anything but a marker. */
  filled: number;
  empty: number;
  /** The count of each text that means "no value" in every column. */
  emptied: Map<string, number>;
  /** The kind that all filled cells share; null before the first. */
  kind: Exclude<CellKind, 'power'> | 'mixed' | null;
  /** How many numbers are written as a power, such as 1e3. */
  powers: number;
  /** The first of them. */
  power?: ToldCell;
  /** How many decimals the numbers with decimals have; null before the first, and `varies` if they differ. */
  decimals: number | 'varies' | null;
  /** The first number that ends with a zero after its point, such as 1.10. */
  padded?: ToldCell;
  /** How many numbers are written with a percent sign, or the sign of each currency. */
  units: Map<string, number>;
  /** The previous cell; an equal one is not examined again. */
  last: string;
  /** The first cell whose kind differs from those before it, or the first text. */
  odd?: ToldCell;
  /** The count of each text that people write for "no value". */
  markers: Map<string, number>;
  /** The count of each distinct text; null if there are too many for choices. */
  values: Map<string, number> | null;
  /** The length of the longest cell in characters. */
  longest: number;
  /** The first different texts, cut if they are long. */
  samples: string[];
  /** The different values if some are lists, or that there are too many for choices. */
  listed?: Set<string> | 'too many';
  /** What `line` counts. */
  counts: RowCount;
}

const maxSamples = 3;
const maxSampleLength = 80;

/** Texts that tools write for "no value". They count as such only in columns that do not hold text. */
const knownMarkers = new Set(['NA', 'N/A', '#N/A', 'NULL', 'null', '\\N', 'NaN', 'nan']);

export const maxChoices = 12;

/** Creates an empty profile. */
export function createProfile(counts: RowCount = 'line'): ColumnProfile {
  return {
    ...{ filled: 0, empty: 0, powers: 0, longest: 0, counts },
    emptied: new Map(),
    kind: null,
    decimals: null,
    units: new Map(),
    last: '',
    markers: new Map(),
    values: new Map(),
    samples: [],
  };
}

/** Whether a cell contains only whitespace. */
export function isBlank(cell: string): boolean {
  return cell === '' || (cell.charCodeAt(0) <= 32 && cell.trim() === '');
}

/** Adds a cell to the profile. What it holds is decided in our form; what people see is as it is in the file. */
export function addCell(
  profile: ColumnProfile,
  cell: string,
  line: number,
  isEmptyText: EmptyTest,
  rewrite: Rewrite = sameCell,
): void {
  if (isBlank(cell)) {
    profile.empty += 1;
    return;
  }
  addWritten(profile, cell, line, isEmptyText, rewrite);
}

/** Adds a text that is not blank, or that counts although it is. */
export function addWritten(
  profile: ColumnProfile,
  cell: string,
  line: number,
  isEmptyText: EmptyTest,
  rewrite: Rewrite,
  kindOf: (cell: string) => CellKind = kindOfCell,
): void {
  if (isEmptyText(cell)) return countIn(profile.emptied, cell.trim());
  if (cell.length <= 4 && knownMarkers.has(cell)) return countIn(profile.markers, cell);
  profile.filled += 1;
  if (cell.length > profile.longest) profile.longest = cell.length;
  if (rewrite !== sameCell && (profile.kind === null || profile.kind === 'number')) noteUnit(profile, cell);
  if (cell !== profile.last && profile.kind !== 'text' && profile.kind !== 'mixed')
    addKind(profile, { line, written: cell, cell: rewrite(cell).trim() }, kindOf);
  if (cell !== profile.last && profile.samples.length < maxSamples) addSample(profile.samples, cell);
  profile.last = cell;
  if (profile.values) addValue(profile, profile.values, cell);
}

/** Adds a number, or true or false, that is no text. */
export function addTyped(profile: ColumnProfile, value: number | boolean, line: number): void {
  const cell = String(value);
  profile.filled += 1;
  if (cell.length > profile.longest) profile.longest = cell.length;
  mergeKind(profile, typeof value === 'number' ? 'number' : 'yesNo', line, cell);
  if (profile.samples.length < maxSamples) addSample(profile.samples, cell);
  // An equal text is of another kind.
  profile.last = '';
  if (profile.values) addValue(profile, profile.values, cell);
}

function mergeKind(profile: ColumnProfile, kind: 'number' | 'yesNo', line: number, cell: string): void {
  if (profile.kind === kind || profile.kind === 'text' || profile.kind === 'mixed') return;
  if (profile.kind === null) profile.kind = kind;
  else {
    profile.kind = 'mixed';
    profile.odd = { line, written: cell, cell };
  }
}

function addSample(samples: string[], cell: string): void {
  const sample = cell.slice(0, maxSampleLength);
  if (!samples.includes(sample)) samples.push(sample);
}

function addKind(profile: ColumnProfile, told: ToldCell, kindOf: (cell: string) => CellKind): void {
  const seen = kindOf(told.cell);
  if (seen === 'power') {
    profile.powers += 1;
    profile.power ??= told;
  }
  if (seen === 'number') noteDecimals(profile, told);
  const kind = seen === 'power' ? 'number' : seen;
  if (profile.kind === null) profile.kind = kind;
  else if (profile.kind !== kind) profile.kind = 'mixed';
  if (profile.kind === 'mixed' || profile.kind === 'text') profile.odd = told;
}

function noteDecimals(profile: ColumnProfile, told: ToldCell): void {
  const { cell, written } = told;
  const point = cell.indexOf('.');
  // A percentage has two decimals more in our form.
  const decimals = cell.length - point - 1 - (written.trimEnd().endsWith('%') ? 2 : 0);
  if (point === -1 || decimals < 1) return;
  if (cell.endsWith('0')) profile.padded ??= told;
  if (profile.decimals === null) profile.decimals = decimals;
  else if (profile.decimals !== decimals) profile.decimals = 'varies';
}

function noteUnit({ units }: ColumnProfile, written: string): void {
  const unit = unitOf(written);
  if (unit !== undefined) countIn(units, unit);
}

function addValue(profile: ColumnProfile, values: Map<string, number>, cell: string): void {
  countIn(values, cell);
  if (values.size > maxChoices) profile.values = null;
}

function countIn(counts: Map<string, number>, text: string): void {
  counts.set(text, (counts.get(text) ?? 0) + 1);
}
