import type { Field, FieldOption, NumberFormat } from '@tallyhook/schemas';
import { maxChoices, type ColumnProfile } from './column-profile.ts';
import { rowName } from './import-problem.ts';
import { lookOf, type Look, type NamedForms } from './unread-forms.ts';

/** The field proposed for a column of a new type, and why. */
export interface Proposal {
  kind: Field['kind'];
  /** Whether the field holds a list. */
  many?: boolean;
  options?: FieldOption[];
  /** How people see the numbers, if all are money in one currency or percentages. */
  format?: NumberFormat;
  /** One sentence for users. */
  reason: string;
  /** What the texts look like although they are not read as that. */
  looksLike?: Look['looksLike'] | 'mixed';
}

const minForChoice = 50;
const minRepeats = 10;
const maxChoiceLength = 60;
const maxFormatDecimals = 10;

/**
 * Proposes the kind of a field from all its cells. In doubt it is text: a wrong number loses what was written, and a
 * choice refuses later values.
 */
export function proposeField(profile: ColumnProfile, forms: NamedForms = {}): Proposal {
  const { kind, filled, markers } = profile;
  if (profile.listed !== undefined) return proposeList(profile, profile.listed);
  if (filled + markers.size === 0) return { kind: 'text', reason: 'No row has a value: kept as text.' };
  if (kind === null || kind === 'text' || kind === 'mixed' || (kind === 'number' && isCode(profile)))
    return proposeText(profile, forms);
  const format = kind === 'number' ? formatOf(profile) : undefined;
  const what = format === undefined ? `${wordsOf[kind]}${zeroNote(profile)}` : unitWords(format);
  const reason = `All ${filled} values are ${what}${emptyNote(profile, markers)}.`;
  return { kind, ...(format && { format }), reason };
}

/** The field for a column whose kind a person chose; without a choice, the proposed one. */
export function chooseField(profile: ColumnProfile, kind: Field['kind'] | undefined, forms: NamedForms = {}): Proposal {
  const proposed = proposeField(profile, forms);
  if (kind === undefined || kind === proposed.kind) return proposed;
  if (kind === 'text') return { kind, reason: 'You chose text: every value stays as it is written.' };
  const reason = 'You chose the kind: rows with other values are refused.';
  if (kind !== 'choice') return { kind, reason };
  const values = [...(profile.values?.keys() ?? [])].sort();
  return { kind, options: values.map((value) => ({ value, label: value })), reason };
}

/** How people wrote the numbers, as a format; undefined unless all of them have the same unit. */
function formatOf({ units, filled, decimals }: ColumnProfile): NumberFormat | undefined {
  const [unit, cells] = [...units][0] ?? [];
  if (unit === undefined || cells !== filled) return undefined;
  const most = typeof decimals === 'number' ? Math.min(decimals, maxFormatDecimals) : undefined;
  if (unit === 'percent') return most !== undefined && most > 0 ? { unit, decimals: most } : { unit };
  if (decimals === null) return { unit, decimals: 0 };
  return most !== undefined && most > 2 ? { unit, decimals: most } : { unit };
}

/** Lists of texts become choices; a text field holds one text. */
function proposeList({ filled }: ColumnProfile, listed: Set<string> | 'too many'): Proposal {
  if (listed === 'too many')
    return {
      kind: 'text',
      reason: 'Some rows have a list, with too many different values for choices: they are refused.',
    };
  if (listed.size === 0) return { kind: 'text', reason: 'No row has a value: kept as text.' };
  const values = [...listed].sort();
  const options = values.map((value) => ({ value, label: value }));
  const reason = `Some rows have a list: ${options.length} different values, ${filled} in all.`;
  return { kind: 'choice', many: true, options, reason };
}

const unitWords = ({ unit }: NumberFormat) => (unit === 'percent' ? 'percentages' : `amounts of money in ${unit}`);

const wordsOf = { number: 'numbers', day: 'calendar days', instant: 'dates with a time', yesNo: 'yes or no' };

/**
 * Proposes the field for a column of texts. Markers count as texts: if there are few, they become choices too, so that
 * the result does not depend on whether another column has missing values.
 */
function proposeText(profile: ColumnProfile, forms: NamedForms): Proposal {
  const note = emptyNote(profile);
  if (profile.kind === 'number' && isPadded(profile)) {
    const { line, written, cell } = profile.padded!;
    const reason = `${rowName(profile.counts, line)} has ${quoted(written)} among numbers with other decimals: a code such as a version, because the number ${Number(cell)} would not keep it${note}.`;
    return { kind: 'text', reason, looksLike: 'code' };
  }
  if (profile.kind === 'number') {
    const { powers, filled } = profile;
    const { line, written } = profile.power!;
    const reason = `${rowName(profile.counts, line)} has ${quoted(written)}: ${powers} of ${filled} values are written like that, so they may be codes${note}.`;
    return { kind: 'text', reason, looksLike: 'code' };
  }
  const choices = choicesOf(profile);
  if (!choices) {
    const look = profile.odd && lookOf(profile.odd, forms);
    const looksLike = look?.looksLike ?? (profile.kind === 'mixed' ? profile.kind : undefined);
    return { kind: 'text', reason: `${textReason(profile, look)}${note}.`, ...(looksLike && { looksLike }) };
  }
  const options = choices.values.map((value) => ({ value, label: value }));
  return {
    kind: 'choice',
    options,
    reason: `${options.length} different texts in ${choices.filled} rows${note}.`,
  };
}

/** Numbers are rarely written as powers; if they often are, they may be codes that look like powers. */
function isCode(profile: ColumnProfile): boolean {
  return profile.powers * minRepeats > profile.filled || isPadded(profile);
}

/** Whether a number would lose a zero that was written on purpose: 1.10 beside 1.2, but not in a column of prices. */
function isPadded({ decimals, padded, units }: ColumnProfile): boolean {
  return decimals === 'varies' && padded !== undefined && units.size === 0;
}

/** Says that numbers such as prices lose their zeros. */
function zeroNote({ padded }: ColumnProfile): string {
  if (padded === undefined) return '';
  return `; their decimals have the same length, so ${quoted(padded.written)} is kept as ${Number(padded.cell)}`;
}

function choicesOf(profile: ColumnProfile): { values: string[]; filled: number } | undefined {
  if (profile.values === null || profile.longest > maxChoiceLength) return undefined;
  const values = new Map([...profile.values, ...profile.markers]);
  const filled = [...values.values()].reduce((sum, count) => sum + count, 0);
  const isRepeated = filled >= minForChoice && filled >= minRepeats * values.size;
  const isTrimmed = [...values.keys()].every((value) => value === value.trim());
  const isFew = values.size >= 2 && values.size <= maxChoices;
  return isFew && isRepeated && isTrimmed ? { values: [...values.keys()].sort(), filled } : undefined;
}

function quoted(written: string): string {
  return JSON.stringify(written.slice(0, 60));
}

function textReason({ kind, odd, markers, counts }: ColumnProfile, look: Look | undefined): string {
  if (odd === undefined) return `The column contains the text ${JSON.stringify([...markers.keys()][0])}`;
  const other = kind === 'mixed' ? ', which is a different kind of value from those before it' : '';
  return `${rowName(counts, odd.line)} has ${quoted(odd.written)}${look?.hint ?? other}`;
}

/** Describes which cells have no value; `markers` are those that are not text in this column. */
function emptyNote({ empty, emptied }: ColumnProfile, markers: ReadonlyMap<string, number> = new Map()): string {
  const blank = empty === 0 ? [] : [`${empty} are blank`];
  const notes = [...blank, ...[...emptied, ...markers].map(([text, count]) => `${count} say ${text}`)];
  return notes.length === 0 ? '' : `; ${notes.join(' and ')}, treated as no value`;
}
